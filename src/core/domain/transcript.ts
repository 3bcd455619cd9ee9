import type { Role } from './messages.ts'

/** A message as a model sees it, to be cited by its id. */
export interface TranscriptLine {
  readonly id: number
  /** HH:MM in the day's time zone. */
  readonly time: string
  readonly role: Role
  /** The speaker, or the tool. */
  readonly name: string
  readonly text: string
}

/**
 * Formats `[#123] 09:14 user (Ana): text`. Further lines of the text are indented by four spaces, so that no message can imitate another
 * one or the end of the transcript.
 */
export function formatLine(line: TranscriptLine): string {
  // Removes the delimiters of the line format.
  const name = line.name.replace(/[()[\]:#\s]+/g, ' ').trim()
  return `[#${line.id}] ${line.time} ${line.role}${name && ` (${name})`}: ${indent(line.text).trimStart()}`
}

const lineStart = /^\[#(\d+)\] (\d\d:\d\d) (user|assistant|system|tool)(?: \(([^)]*)\))?: ?(.*)$/

/** Parses the lines of a formatted transcript. Ignores everything else. */
export function parseLines(transcript: string): TranscriptLine[] {
  const lines: { id: number; time: string; role: Role; name: string; text: string }[] = []
  for (const line of transcript.split('\n')) {
    const start = lineStart.exec(line)
    if (start) {
      const [, id = '', time = '', role = '', name = '', text = ''] = start
      lines.push({ id: Number(id), time, role: role as Role, name, text })
    } else if (line.startsWith(indentation)) {
      const last = lines.at(-1)
      if (last) last.text += `\n${line.slice(indentation.length)}`
    }
  }
  return lines
}

const indentation = '    '

/** Indents every line by four spaces. Unicode line separators count too, or they could be used to reach the margin. */
export function indent(text: string): string {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => indentation + line)
    .join('\n')
}

/** Wraps text in tags at the margin, where nothing in the indented body can be. */
export function block(tag: string, body: string): string {
  return `<${tag}>\n${body}\n</${tag}>`
}

/** Returns the outdented bodies of all blocks with a tag, in order. */
export function blocksOf(text: string, tag: string): string[] {
  const bodies: string[] = []
  let body: string[] | undefined
  for (const line of text.split('\n')) {
    if (line === `<${tag}>`) body = []
    else if (line === `</${tag}>` && body) {
      bodies.push(body.join('\n'))
      body = undefined
    } else body?.push(line)
  }
  return bodies
}

/** Reverses `indent`. */
export function outdent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line))
    .join('\n')
}
