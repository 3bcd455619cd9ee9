/** What people read of a message. */
export interface Rendered {
  readonly text: string
  /** With its formatting in tags: <b> <i> <s> <u> <code> <pre> <a href="…"> <spoiler>. Block structure is left out; text is not escaped. */
  readonly markup: string
}

interface Rule {
  readonly pattern: RegExp
  readonly tag?: string
  /** Undefined where the text is shown as it is, without formatting inside. */
  readonly inside?: true
}

// The order counts: the first that fits is taken. https://support.discord.com/hc/en-us/articles/210298617
const rules: readonly Rule[] = [
  { pattern: /^\\([^0-9A-Za-z\s])/ },
  { pattern: /^```(?:[a-z0-9_+\-.#]+?\n)?\n*([^\n][\s\S]*?)\n*```/i, tag: 'pre' },
  { pattern: /^(?<ticks>`+)(?<code>[\s\S]*?[^`])\k<ticks>(?!`)/, tag: 'code' },
  { pattern: /^<(https?:\/\/[^\s<>]+)>/, tag: 'a' },
  { pattern: /^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, tag: 'b', inside: true },
  { pattern: /^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, tag: 'u', inside: true },
  { pattern: /^\b_((?:__|\\[\s\S]|[^\\_])+?)_\b/, tag: 'i', inside: true },
  { pattern: /^\*(?=\S)((?:\*\*|\s+(?:[^*\s]|\*\*)|[^\s*])+?)\*(?!\*)/, tag: 'i', inside: true },
  { pattern: /^~~([\s\S]+?)~~(?!_)/, tag: 's', inside: true },
  { pattern: /^\|\|([\s\S]+?)\|\|/, tag: 'spoiler', inside: true },
]

const maskedLink = /^\[((?:\[[^\]]*\]|[^[\]]|\](?=[^[]*\]))*)\]\(\s*<?(https?:\/\/[^\s<>]*?)>?(?:\s+['"]([\s\S]*?)['"])?\s*\)(?!\))/
const plainText = /^[\s\S]+?(?=[^0-9A-Za-z\s\u00c0-\uffff]|\n|$)/

/** A message as Discord's clients show it, as far as the fake goes. */
export function render(content: string): Rendered {
  const markup = inline(blocks(content))
  return { text: readable(markup), markup: tagged(markup) }
}

/** Tags are between two characters that no message holds, so that a < of the text is none. */
const open = (tag: string, attribute = '') => `\uE000${tag}${attribute}\uE001`
const close = (tag: string) => `\uE000/${tag}\uE001`
const readable = (markup: string) => markup.replaceAll(/\uE000[^\uE001]*\uE001/g, '').replaceAll('\u200B', '')
const tagged = (markup: string) => markup.replaceAll('\uE000', '<').replaceAll('\uE001', '>').replaceAll('\u200B', '')

/** Marks of headings, quotations and lists, which are seen by their form; those inside code stay. */
function blocks(content: string): string {
  const parts = content.split(/(```[\s\S]*?```)/)
  return parts
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/^#{1,3} +/gm, '')
            .replace(/^-# +/gm, '')
            .replace(/^> ?/gm, '')
            .replace(/^([ \t]*)[-*] (?=\S)/gm, '$1• '),
    )
    .join('')
}

function inline(source: string): string {
  let rest = source
  let result = ''
  while (rest !== '') {
    const [shown, length] = next(rest)
    result += shown
    rest = rest.slice(length)
  }
  return result
}

function next(source: string): readonly [string, number] {
  const link = maskedLink.exec(source)
  if (link) return [open('a', ` href="${link[2]}"`) + inline(link[1] ?? '') + close('a'), link[0].length]
  for (const { pattern, tag, inside } of rules) {
    const found = pattern.exec(source)
    if (!found) continue
    const content = found.groups?.['code']?.replace(/^ (.*`.*) $/s, '$1') ?? found[1] ?? ''
    if (tag === 'a') return [open('a', ` href="${content}"`) + content + close('a'), found[0].length]
    if (tag === undefined) return [content, found[0].length]
    return [open(tag) + (inside ? inline(content) : content) + close(tag), found[0].length]
  }
  const plain = plainText.exec(source)?.[0] ?? source.charAt(0)
  return [plain, plain.length]
}
