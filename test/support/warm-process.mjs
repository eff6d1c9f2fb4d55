/** The other side of warm-thetis.ts: calls of the command line, one after another, in one process. */
import { guardExit } from "../../dist/src/cli/io/leaving.js";
import { call } from "../../dist/src/cli/program.js";

if (process.env.THETIS_CHECKED === "1") globalThis.THETIS_CHECKED = true;

// As in src/cli/main.ts: only the program ends the program, and standard output belongs to results.
guardExit();
console.log = console.error;
console.info = console.error;

let texts = { stdout: "", stderr: "" };
for (const name of ["stdout", "stderr"]) {
  process[name].write = (chunk, encoding, written) => {
    texts[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    const done = typeof encoding === "function" ? encoding : written;
    if (done !== undefined) process.nextTick(done);
    return true;
  };
}

const usual = { ...process.env };

process.on("message", async ({ args, cwd, env }) => {
  texts = { stdout: "", stderr: "" };
  process.exitCode = undefined;
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  process.chdir(cwd);
  Object.assign(process.env, env);
  await call(args);
  for (const name of Object.keys(env)) delete process.env[name];
  Object.assign(process.env, usual);
  const status = process.exitCode ?? 0;
  process.exitCode = undefined;
  process.send({ status, ...texts });
});
