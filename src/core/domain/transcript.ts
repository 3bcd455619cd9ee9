import type { Role } from './messages.ts'

/** A message as a model is shown it, to be cited by its id. */
export interface TranscriptLine {
  readonly id: number
  /** HH:MM on the clock of the day. */
  readonly time: string
  readonly role: Role
  /** Who spoke, or which tool. */
  readonly name: string
  readonly text: string
}

/**
 * `[#123] 09:14 user (Ana): text`. Further lines of the text are indented by four spaces, so that no message can
 * look like another one, or like the end of the transcript.
 */
export function formatLine(line: TranscriptLine): string {
  // Without the characters that part a name from the rest.
  const name = line.name.replace(/[()[\]:#\s]+/g, ' ').trim()
  return `[#${line.id}] ${line.time} ${line.role}${name && ` (${name})`}: ${indent(line.text).trimStart()}`
}

const lineStart = /^\[#(\d+)\] (\d\d:\d\d) (user|assistant|system|tool)(?: \(([^)]*)\))?: ?(.*)$/

/** The lines of a transcript, as they were formatted; anything else in between is passed over. */
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

/** Every line moved in by four spaces. Unicode's own line ends count as such, or they could be used to get to the margin. */
export function indent(text: string): string {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => indentation + line)
    .join('\n')
}

/** Text in tags that stand at the margin, where nothing in an indented body can stand. */
export function block(tag: string, body: string): string {
  return `<${tag}>\n${body}\n</${tag}>`
}

/** The bodies of all blocks with a tag, in order; what was indented is moved back. */
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

/** The reverse of `indent`. */
export function outdent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line))
    .join('\n')
}
