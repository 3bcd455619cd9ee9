/** What a key does in the list of commands. */
export type CommandKeyEffect = 'none' | 'moved' | 'closed' | { readonly taken: string }

/** The list of commands for what has been typed: which are offered, and which one is chosen. */
export function createCommandList(commands: readonly string[]) {
  let typed = ''
  let chosen = 0
  let isOpen = false
  const offered = () => commands.filter((command) => command.startsWith(typed))

  return {
    /** Offers the commands that begin with a text. The list is open while the text is a slash and a part of a name. */
    type(text: string): void {
      typed = text
      chosen = 0
      isOpen = /^\/\w*$/.test(text) && offered().length > 0
    },
    close(): void {
      isOpen = false
    },
    isOpen: () => isOpen,
    offered,
    chosen: () => offered()[chosen],
    /** The arrow keys choose, Tab and Enter take the chosen command, Escape closes the list. */
    press({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }): CommandKeyEffect {
      if (!isOpen) return 'none'
      const count = offered().length
      const current = offered()[chosen]
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        chosen = (chosen + (key === 'ArrowDown' ? 1 : count - 1)) % count
        return 'moved'
      }
      if (key === 'Escape') {
        isOpen = false
        return 'closed'
      }
      // Enter completes a partly typed command, and sends a complete one.
      const takes = (key === 'Tab' && !shiftKey) || (key === 'Enter' && current !== typed)
      if (!takes || current === undefined) return 'none'
      isOpen = false
      return { taken: current }
    },
  }
}
