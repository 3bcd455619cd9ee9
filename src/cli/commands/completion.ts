import process from 'node:process'
import { buildCommand, buildRouteMap, type CommandContext } from '@stricli/core'

/** What the commands of completion are given. */
export interface CompletionContext extends CommandContext {
  /** Returns what may follow the words of a command line, of which the last is unfinished. */
  readonly propose: (words: readonly string[]) => Promise<readonly string[]>
}

/** What each shell runs at its start. To complete a word, it asks the program, with the words typed so far. Without proposals, it completes files. */
const scripts = {
  bash: `_throughline() {
  local IFS=$'\\n'
  COMPREPLY=($(throughline completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _throughline throughline
`,
  zsh: `_throughline() {
  local -a proposals
  proposals=(\${(f)"$(throughline completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#proposals} )); then compadd -- $proposals; else _files; fi
}
compdef _throughline throughline
`,
  fish: `complete -c throughline -a '(throughline completion words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
} as const

const printScript = (shell: keyof typeof scripts, setup: string) =>
  buildCommand({
    func: () => void process.stdout.write(scripts[shell]),
    parameters: {},
    docs: {
      brief: `Prints the completion script of ${shell}`,
      fullDescription: `Prints the completion script of ${shell}. To use it:\n  ${setup}`,
    },
  })

const wordsCommand = buildCommand<object, string[], CompletionContext>({
  async func(_flags, ...words) {
    for (const proposal of await this.propose(words)) process.stdout.write(`${proposal}\n`)
  },
  parameters: { positional: { kind: 'array', parameter: { brief: 'The words typed so far', placeholder: 'word', parse: String } } },
  docs: { brief: 'Prints what may come next on a command line' },
})

export const completionCommands = buildRouteMap({
  routes: {
    bash: printScript('bash', `echo 'eval "$(throughline completion bash)"' >> ~/.bashrc`),
    zsh: printScript('zsh', `echo 'eval "$(throughline completion zsh)"' >> ~/.zshrc, after compinit`),
    fish: printScript('fish', 'throughline completion fish > ~/.config/fish/completions/throughline.fish'),
    words: wordsCommand,
  },
  docs: { brief: 'Prints a script that completes commands in your shell', hideRoute: { words: true } },
})
