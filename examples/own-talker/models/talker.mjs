/**
 * A module of one's own that talks: every so often it sends where its vehicle is, and it shows where another vehicle said it was.
 *
 * A message is three numbers of 32 bit, north, east and depth in metres, little-endian: 12 bytes. Its own state comes from navigation; what it knows of
 * the other one is as old as the message, which the module shows, too. The distance by sound is what the travel time says.
 *
 * It takes and sends messages through tick.ports, by the names of the modem's ports, since each message counts and carries bytes; links between
 * modules carry the newest numbers only.
 */

/** Places in the memory: steps so far, and what was heard last: north, east, depth, when it was sent, distance. */
const STEP = 0;
const HEARD = 1;
const BYTES = 12;

export default ({ defineModel, kinds, messages }) => {
  const { deliveredMessage, messageReport, navigationState, outgoingMessage } = messages;

  return defineModel(kinds.module, {
    model: "talker",
    doc: "Tells another vehicle where it is, and shows where that one was.",
    reads: ["rate_Hz"],
    params: {
      modem: { type: "text", doc: "id of the modem", default: "modem" },
      to: { type: "integer", doc: "address of the other modem", min: 0 },
      every_s: { doc: "from one message to the next", above: 0, default: 10 },
    },
    create({ rate_Hz, modem, to, every_s }) {
      const steps = Math.max(1, Math.round(every_s * rate_Hz));
      const outgoing = new Float64Array(outgoingMessage.size);
      const delivered = new Float64Array(deliveredMessage.size);
      const report = new Float64Array(messageReport.size);
      const bytes = new Uint8Array(BYTES);
      const numbers = new DataView(bytes.buffer);
      return {
        rate_Hz,
        inputs: [{ name: "state", message: navigationState }],
        streams: [`${modem}.outgoing`, `${modem}.delivered`, `${modem}.report`],
        memory: 6,
        initialInto(reals, at) {
          reals.fill(Number.NaN, at + HEARD, at + 6);
        },
        shows: ["otherNorth_m", "otherEast_m", "otherDepth_m", "sent_s", "soundRange_m"],
        step(tick) {
          const { reals, memoryAt, inAt, shownAt, ports } = tick;
          // 1. What has come
          for (let length = ports.payloadInto(`${modem}.delivered`, bytes); length >= 0; ) {
            ports.receive(`${modem}.delivered`, delivered);
            if (length === BYTES) {
              for (let k = 0; k < 3; k++) reals[memoryAt + HEARD + k] = numbers.getFloat32(4 * k, true);
              reals[memoryAt + HEARD + 3] = delivered[deliveredMessage.at.sent_ns] * 1e-9;
              reals[memoryAt + HEARD + 4] = delivered[deliveredMessage.at.oneWayRange_m];
            }
            length = ports.payloadInto(`${modem}.delivered`, bytes);
          }
          while (ports.receive(`${modem}.report`, report)) {
            if (report[messageReport.at.outcome] > 1) tick.log("a message was lost", { level: "warning" });
          }
          // 2. What goes out
          if (reals[memoryAt + STEP]++ % steps === 0) {
            const p = inAt[0] + navigationState.at.p_NB_m;
            for (let k = 0; k < 3; k++) numbers.setFloat32(4 * k, reals[p + k], true);
            outgoing[outgoingMessage.at.destination] = to;
            outgoing[outgoingMessage.at.reference] = reals[memoryAt + STEP];
            outgoing[outgoingMessage.at.isReliable] = 1;
            ports.send(`${modem}.outgoing`, outgoing, bytes);
          }
          for (let k = 0; k < 5; k++) reals[shownAt + k] = reals[memoryAt + HEARD + k];
        },
      };
    },
  });
};
