/**
 * A loop that does not end cannot be ended by a timeout of its own thread. This watches from another one, by the processor time that the
 * process has used since the last sign of life, so that a busy machine is not taken for a loop; then it says where, and ends the process.
 */
import { Worker } from "node:worker_threads";

const LONGEST_CPU_S = 60;

const WATCHING = `
  const { workerData: { beat, cpu_s } } = require("node:worker_threads");
  const { writeSync } = require("node:fs");
  let seen = -1, since = process.cpuUsage();
  setInterval(() => {
    const now = Atomics.load(beat, 0);
    if (now !== seen) { seen = now; since = process.cpuUsage(); return; }
    const { user, system } = process.cpuUsage(since);
    if (now < 0 || (user + system) * 1e-6 < cpu_s) return;
    writeSync(2, "case " + now + " has used " + cpu_s + " s of processor time and goes on\\n");
    process.kill(process.pid, "SIGKILL");
  }, 1000);
`;

export class HangWatch {
  readonly #beat = new Int32Array(new SharedArrayBuffer(4)).fill(-1);
  readonly #worker = new Worker(WATCHING, { eval: true, workerData: { beat: this.#beat, cpu_s: LONGEST_CPU_S } });

  /** A case of this number begins; −1: none is under way. */
  begin(number: number): void {
    Atomics.store(this.#beat, 0, number);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
