import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/** Typed lines and printed text. */
export interface TerminalScreen {
  /** Can be iterated once. The next line is read only after the previous one has been processed. Ends with the input. */
  readonly lines: AsyncIterable<string>
  /** Rejects if the text cannot be printed. */
  print(text: string): Promise<void>
}

const prompt = '> '

/** Opens a screen. A terminal has a prompt, and text is printed above it. A pipe has no prompt. */
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
      // A terminal keeps flowing after its readline interface is closed, which would keep the process alive.
      input.pause()
    }
  }
  return {
    lines: lines(),
    async print(text) {
      // Clears the current line. The prompt is then shown again with the partial input.
      await write(isTerminal ? `\r\u001b[J${text}\n\n` : `${text}\n`)
      if (isTerminal) reader?.prompt(true)
    },
  }
}

/** Removes control characters that could affect a terminal. Keeps tabs and line breaks. */
export const toPrintable = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\t\n]/gu, '')
