/** thetis completion: a script with which a shell completes verbs, options and their values, made from the commands themselves. */
import { Argument, Command } from "commander";
import { EXIT } from "../io/outcome.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

/** `program` is asked when the script is made: then it has all its verbs. */
export function completionVerb(program: () => Command): Command {
  return new Command("completion")
    .description("print a script with which your shell completes verbs, options and files")
    .addArgument(new Argument("<shell>", "the shell").choices([...SHELLS]))
    .addHelpText(
      "after",
      `
Examples:
  source <(npx thetis completion bash)                        in this shell; in ~/.bashrc for all
  npx thetis completion zsh > ~/.zfunc/_thetis                with fpath+=~/.zfunc before compinit in ~/.zshrc
  npx thetis completion fish > ~/.config/fish/completions/thetis.fish

Completion is for the command "thetis": with npx, add an alias (alias thetis="npx thetis").`,
    )
    .action(async (shell: (typeof SHELLS)[number]) => {
      const { completionScript } = await import("./completion/scripts.ts");
      const { experimentList } = await import("./reproduce/list.ts");
      const experiments = (await experimentList()).map(({ name }) => name);
      process.stdout.write(completionScript(shell, program(), new Map([["reproduce", experiments]])));
      process.exitCode = EXIT.done;
    });
}
