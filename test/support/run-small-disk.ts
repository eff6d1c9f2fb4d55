/**
 * A program on a disk that is too small: a tmpfs of its own, in a mount namespace of its own, so that nothing is left mounted
 * whatever happens. What lies on the disk at the end is copied out for the test to look at.
 */
import { mkdirSync } from "node:fs";
import { type Ended, type Folder, main, startProgram } from "./run-thetis.ts";

/** Exit codes of the script for what is no fault of the program. */
const NO_DISK = 97;

const SCRIPT = `
mount -t tmpfs -o size="$1" tmpfs "$2" || exit ${NO_DISK}
cp -R "$3/." "$2/" || exit ${NO_DISK}
disk=$2; kept=$4; shift 4
"$@"
code=$?
cp -R "$disk/." "$kept/" || exit ${NO_DISK}
exit $code
`;

const HELP =
  "this test needs a small disk of its own (a tmpfs in a mount namespace): run it as root in a container with " +
  "CAP_SYS_ADMIN, or allow user namespaces to others (sysctl kernel.unprivileged_userns_clone=1 or user.max_user_namespaces)";

export interface SmallDisk {
  readonly ended: Ended;
  /** Folder with what lay on the disk at the end. */
  readonly kept: string;
}

/**
 * Runs thetis with a disk of so many KiB at folder/NAME/disk, on which the files of folder/NAME/before lie. `args` gets the
 * path of the disk.
 */
export async function onSmallDisk(
  folder: Folder,
  name: string,
  kib: number,
  args: (disk: string) => readonly string[],
): Promise<SmallDisk> {
  const [disk, before, kept] = ["disk", "before", "kept"].map((part) => folder.at(`${name}/${part}`)) as [
    string,
    string,
    string,
  ];
  for (const each of [disk, before, kept]) mkdirSync(each, { recursive: true });
  const namespace = process.getuid?.() === 0 ? ["-m"] : ["-r", "-m"];
  const command = [process.execPath, main, ...args(disk)];
  const script = ["sh", "-c", SCRIPT, "sh", `${kib}k`, disk, before, kept, ...command];
  const ended = await startProgram("unshare", [...namespace, ...script]).ended.catch((cause: unknown) => {
    throw new Error(`${HELP}; the program unshare (Debian: util-linux) did not start`, { cause });
  });
  if (ended.status === NO_DISK || /unshare:|mount:/.test(ended.stderr)) throw new Error(`${HELP}\n${ended.stderr}`);
  return { ended, kept };
}
