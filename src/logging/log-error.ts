/** A file that cannot be read as a log. The message is one line. */
export class LogError extends Error {
  override readonly name = "LogError";
}
