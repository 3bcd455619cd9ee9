/** A file in a form. */
export interface FormFile {
  readonly name: string
  readonly content: Uint8Array
}

export interface Form {
  readonly texts: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, FormFile>
}

/** The parts of a body of multipart/form-data, by their names. By hand: the parser of fetch does not take how grammY writes it. */
export function formParts(body: Buffer, type: string): Form {
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1] ?? ''
  const texts = new Map<string, string>()
  const files = new Map<string, FormFile>()
  // A character for each byte, so that no byte of a file is lost.
  for (const part of body.toString('latin1').split(`--${boundary}`)) {
    const end = part.indexOf('\r\n\r\n')
    const head = Buffer.from(part.slice(0, end), 'latin1').toString('utf8')
    const name = /;\s*name="([^"]*)"/.exec(head)?.[1]
    if (end < 0 || name === undefined) continue
    const content = Buffer.from(part.slice(end + 4).replace(/\r\n$/, ''), 'latin1')
    const fileName = /;\s*filename="?([^";\r]*)"?/.exec(head)?.[1]
    if (fileName === undefined) texts.set(name, content.toString('utf8'))
    else files.set(name, { name: fileName, content })
  }
  return { texts, files }
}
