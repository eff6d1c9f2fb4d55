/** Completion scripts for bash, zsh and fish, each a table of words by verb and a few lines that look them up. */
import type { Command, Option } from "commander";

/** What may follow the words of a verb: "" for the program itself, "components list" for a verb of a verb. */
interface Node {
  readonly path: string;
  readonly verbs: readonly { readonly name: string; readonly doc: string }[];
  readonly options: readonly CompletedOption[];
  /** Words that its argument may be; files otherwise. */
  readonly words: readonly string[];
}

interface CompletedOption {
  readonly flag: string;
  readonly doc: string;
  /** null: it takes no value. */
  readonly value: { readonly choices: readonly string[]; readonly files: boolean } | null;
}

/** `names`: by verb, what its argument may be where the command does not know it itself. */
export function completionScript(
  shell: "bash" | "zsh" | "fish",
  program: Command,
  names: ReadonlyMap<string, readonly string[]>,
): string {
  const nodes = nodesOf(program, "").map((node) => ({
    ...node,
    words: [...node.words, ...(names.get(node.path) ?? [])],
  }));
  return { bash, zsh, fish }[shell](nodes);
}

function nodesOf(command: Command, path: string): Node[] {
  const verbs = command.commands.filter((child) => child.name() !== "help");
  const node: Node = {
    path,
    verbs: verbs.map((child) => ({ name: child.name(), doc: child.description() })),
    options: [...command.options.filter((option) => !option.hidden).flatMap(completed), HELP],
    words: command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
  };
  return [node, ...verbs.flatMap((child) => nodesOf(child, path === "" ? child.name() : `${path} ${child.name()}`))];
}

const HELP: CompletedOption = { flag: "--help", doc: "what is allowed", value: null };

function completed(option: Option): CompletedOption[] {
  if (option.long === undefined || option.long === null) return [];
  const takes = option.required || option.optional;
  const files = /<(file|dir)|\[(file|dir)/.test(option.flags);
  return [
    { flag: option.long, doc: option.description, value: takes ? { choices: option.argChoices ?? [], files } : null },
  ];
}

const HEAD = "# Completion of thetis. Made by: thetis completion";

/** In single quotes, for every one of the three shells: names and descriptions have few others. */
function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, "").replace(/\s+/g, " ")}'`;
}

/** One case for each verb, and one for each option that takes a value. */
function bash(nodes: readonly Node[]): string {
  const flags = nodes.map(({ path, options }) => `    ${quoted(path)}) echo ${quoted(flagsOf(options))} ;;`);
  const words = nodes.map((node) => `    ${quoted(node.path)}) echo ${quoted(wordsOf(node))} ;;`);
  return `${HEAD} bash
_thetis_flags() {
  case "$1" in
${flags.join("\n")}
  esac
}
_thetis_words() {
  case "$1" in
${words.join("\n")}
  esac
}
_thetis_values() {
  case "$1 $2" in
${valueCases(nodes)}
    *) return 1 ;;
  esac
}
_thetis() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} path='' i values
  for ((i = 1; i < COMP_CWORD; i++)); do
    case " $(_thetis_words "$path") " in
      *" \${COMP_WORDS[i]} "*) path="\${path:+$path }\${COMP_WORDS[i]}" ;;
      *) break ;;
    esac
  done
  COMPREPLY=()
  if values=$(_thetis_values "$path" "$prev"); then
    [[ $values == ':files' ]] || COMPREPLY=($(compgen -W "$values" -- "$cur"))
  elif [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$(_thetis_flags "$path")" -- "$cur"))
  else
    COMPREPLY=($(compgen -W "$(_thetis_words "$path")" -- "$cur"))
  fi
}
complete -o default -F _thetis thetis
`;
}

function flagsOf(options: readonly CompletedOption[]): string {
  return options.map((option) => option.flag).join(" ");
}

function wordsOf({ verbs, words }: Node): string {
  return [...verbs.map((verb) => verb.name), ...words].join(" ");
}

/** Patterns of "VERB --option": words to choose from, ":files", or nothing for what has to be typed. */
function valueCases(nodes: readonly Node[]): string {
  return nodes
    .flatMap(({ path, options }) =>
      options.flatMap(({ flag, value }) => {
        if (value === null) return [];
        const answer = value.choices.length > 0 ? value.choices.join(" ") : value.files ? ":files" : "";
        return `    ${quoted(`${path} ${flag}`)}) echo ${quoted(answer)} ;;`;
      }),
    )
    .join("\n");
}

function zsh(nodes: readonly Node[]): string {
  const entries = nodes.map(({ path, verbs, options, words }) => {
    const described = (name: string, doc: string): string => quoted(`${name}:${doc.replaceAll(":", " ")}`);
    const names = [...verbs.map((v) => described(v.name, v.doc)), ...words.map((word) => described(word, word))];
    const flags = options.map((option) => described(option.flag, option.doc));
    return `    ${quoted(path)}) verbs=(${names.join(" ")}); flags=(${flags.join(" ")}) ;;`;
  });
  return `#compdef thetis
${HEAD} zsh
_thetis_table() {
  case "$1" in
${entries.join("\n")}
  esac
}
_thetis_values() {
  case "$1 $2" in
${valueCases(nodes)}
    *) return 1 ;;
  esac
}
_thetis() {
  local thepath='' i values
  local -a verbs flags
  _thetis_table ''
  for ((i = 2; i < CURRENT; i++)); do
    (( \${verbs[(I)\${words[i]}:*]} )) || break
    thepath="\${thepath:+$thepath }\${words[i]}"
    _thetis_table "$thepath"
  done
  if values=$(_thetis_values "$thepath" "\${words[CURRENT - 1]}"); then
    if [[ $values == ':files' ]]; then _files; else compadd -- \${=values}; fi
  elif [[ \${words[CURRENT]} == -* ]]; then
    _describe option flags
  elif (( \${#verbs} )); then
    _describe verb verbs
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _thetis ]]; then _thetis "$@"; else compdef _thetis thetis; fi
`;
}

function fish(nodes: readonly Node[]): string {
  const lines = nodes.flatMap(({ path, verbs, options, words }) => {
    const here = `"__thetis_at ${quoted(path)} ${quoted(
      nodes
        .map((node) => node.path)
        .filter((p) => p !== "")
        .join(","),
    )}"`;
    return [
      ...verbs.map(({ name, doc }) => `complete -c thetis -n ${here} -f -a ${quoted(name)} -d ${quoted(doc)}`),
      ...(words.length === 0 ? [] : [`complete -c thetis -n ${here} -f -a ${quoted(words.join(" "))}`]),
      ...options.map(({ flag, doc, value }) => {
        const takes =
          value === null
            ? ""
            : value.choices.length > 0
              ? ` -x -a ${quoted(value.choices.join(" "))}`
              : value.files
                ? " -r -F"
                : " -x";
        return `complete -c thetis -n ${here} -l ${flag.slice(2)}${takes} -d ${quoted(doc)}`;
      }),
    ];
  });
  return `${HEAD} fish
# Whether the words so far are those of one verb: the longest path of verbs that they begin with.
function __thetis_at
  set -l words (commandline -opc)[2..-1]
  set -l known (string split , -- $argv[2])
  set -l at ''
  for word in $words
    set -l longer (string trim -- "$at $word")
    contains -- $longer $known; or break
    set at $longer
  end
  test "$at" = "$argv[1]"
end
${lines.join("\n")}
`;
}
