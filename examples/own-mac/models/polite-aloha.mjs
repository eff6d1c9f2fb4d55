/**
 * Polite ALOHA: a modem listens before it sends. While it hears something it waits for a random time and listens again, a number of times.
 *
 *   channel free here                  it sends                                                           (1)
 *   busy, n < N                        it listens again after  u W 2^min(n, 6),  u even in [0, 1);  n + 1      (2)
 *   busy, n = N                        the message is given up                                            (3)
 *   not acknowledged                   as (2), whatever it hears                                          (4)
 *
 * N: most waits of one message between two of its sendings; W: wait_s, or the longest frame where not given. n is 0 for each message, and again when
 * it has been sent.
 * It does not know what is on its way to the receiver, only what is heard where it is: two modems that do not hear each other yet both
 * send. As the propagation delay grows against the frame, it is ALOHA that waits.
 * Left out: a space between frames for acknowledgements, which CSMA/CA has.
 */
export default ({ defineModel, kinds }) => {
  const LISTEN = 0;
  const MOST_DOUBLINGS = 6;

  class Polite {
    #wait_ns;
    #mostWaits;
    #random;
    /** Integers: n; 1 where the modem was sending when the frame's time came. */
    #at;
    #out = new Float64Array(1);

    constructor(site, { wait_s, mostWaits }) {
      this.#wait_ns = wait_s === undefined ? site.plan.longestFrame_ns : Math.round(wait_s * 1e9);
      this.#mostWaits = mostWaits;
      this.#random = site.random("waits");
      this.#at = site.integers("waits", 2);
    }

    /** A frame is at the head of the queue. */
    offer(moment, link) {
      moment.integers[this.#at] = 0;
      if (link.attempt(moment) > 0)
        this.#wait(moment, link); // (4)
      else this.#listen(moment, link);
    }

    timer(moment, link) {
      if (link.isOffered(moment)) this.#listen(moment, link);
    }

    /** What was sent may have been an acknowledgement, for which the frame on offer had to wait. */
    sent(moment, link) {
      if (moment.integers[this.#at + 1] === 1 && link.isOffered(moment) && !link.isSending(moment))
        this.#listen(moment, link);
    }

    #listen(moment, link) {
      const { integers } = moment;
      integers[this.#at + 1] = link.isSending(moment) ? 1 : 0;
      if (integers[this.#at + 1] === 1) return;
      link.busyUntilInto(this.#out, moment);
      if (this.#out[0] <= moment.instant_ns[0])
        link.send(moment); // (1)
      else if (integers[this.#at] < this.#mostWaits) this.#wait(moment, link);
      else link.giveUp(moment); // (3)
    }

    /** (2) */
    #wait(moment, link) {
      const { integers } = moment;
      const n = integers[this.#at]++;
      this.#random.uniformInto(this.#out, 0, integers);
      const wait_ns = this.#out[0] * this.#wait_ns * 2 ** Math.min(n, MOST_DOUBLINGS);
      link.setTimer(moment, LISTEN, moment.instant_ns[0] + Math.round(wait_ns));
    }
  }

  return defineModel(kinds.mac, {
    model: "polite-aloha",
    doc: "ALOHA that listens first: while the channel is busy it waits for a random time, a number of times",
    params: {
      wait_s: {
        doc: "W: it listens again after an even share of this, doubled each time; the longest frame where not given",
        above: 0,
        max: 1e5,
        optional: true,
      },
      mostWaits: { type: "integer", doc: "N: how often it waits before it gives up", min: 0, max: 1000, default: 8 },
    },
    create: (p) => ({ join: (site) => new Polite(site, p) }),
  });
};
