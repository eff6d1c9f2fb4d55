/**
 * What the tests need from Debian. As root the missing packages are installed; otherwise the run stops and says what to
 * install. Nothing is skipped because something is missing.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const needed: readonly { readonly file: string; readonly debianPackage: string }[] = [
  { file: "/usr/bin/chromium", debianPackage: "chromium" },
  { file: "/usr/bin/cc", debianPackage: "gcc" },
  { file: "/usr/include/stdio.h", debianPackage: "libc6-dev" },
  { file: "/usr/bin/spin", debianPackage: "spin" },
  { file: "/usr/bin/zsh", debianPackage: "zsh" },
  { file: "/usr/bin/fish", debianPackage: "fish" },
];

export default function setup(): void {
  const missing = needed.filter(({ file }) => !existsSync(file)).map(({ debianPackage }) => debianPackage);
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  if (process.getuid?.() !== 0) {
    throw new Error(`The tests need Debian packages that are not installed. As root: apt-get update && ${command}`);
  }
  process.stderr.write(`Installing for the tests: ${missing.join(" ")}\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync("apt-get", ["update", "-qq"], { stdio: ["ignore", "ignore", "inherit"], env });
  execFileSync("apt-get", command.split(" ").slice(1), { stdio: ["ignore", "ignore", "inherit"], env });
}
