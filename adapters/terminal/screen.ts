import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/** Lines typed and texts printed. */
export interface TerminalScreen {
  /** Read once. The next line is asked for only when the one before it is dealt with; it ends with the input. */
  readonly lines: AsyncIterable<string>
  /** Rejects when it cannot be printed. */
  print(text: string): Promise<void>
}

const prompt = '> '

/** On a terminal there is a prompt, which texts are printed above; on a pipe there are the texts alone. */
export function openScreen({
  input,
  output,
}: {
  readonly input: Readable
  readonly output: Writable & { readonly isTTY?: boolean }
}): TerminalScreen {
  const isTerminal = output.isTTY === true
  let reader: ReturnType<typeof createInterface> | undefined
  const write = (text: string) => new Promise<void>((resolve, reject) => output.write(text, (error) => (error ? reject(error) : resolve())))

  async function* lines(): AsyncGenerator<string> {
    reader = createInterface({ input, prompt, ...(isTerminal && { output }) })
    if (isTerminal) reader.prompt()
    try {
      for await (const line of reader) {
        yield line
        if (isTerminal) reader.prompt()
      }
    } finally {
      reader = undefined
      // What was a terminal goes on flowing after its readline is closed, and would keep the process from ending.
      input.pause()
    }
  }
  return {
    lines: lines(),
    async print(text) {
      // To the beginning of the line, and what is on it wiped out; the prompt then shows again what is half typed.
      await write(isTerminal ? `\r\u001b[J${text}\n\n` : `${text}\n`)
      if (isTerminal) reader?.prompt(true)
    },
  }
}

/** A text without the control characters by which it could do more to a terminal than be read on it; tabs and line ends stay. */
export const toPrintable = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\t\n]/gu, '')
