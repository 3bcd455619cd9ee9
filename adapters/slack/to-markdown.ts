/** What names stand for the ids in a text. */
export interface Names {
  /** Without the @. */
  person(id: string): string | undefined
  /** Without the #. */
  channel(id: string): string | undefined
}

const special = /<([^<>\n]+)>/g

/** Ids of the people that a text mentions. */
export const mentionedPeople = (text: string): string[] => idsIn(text, /<@([A-Z0-9]+)(?:\|[^<>]*)?>/g)
/** Ids of the channels that a text mentions without their names. */
export const mentionedChannels = (text: string): string[] => idsIn(text, /<#([A-Z0-9]+)\|?>/g)

function idsIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, id = '']) => id))]
}

/**
 * What a person wrote, from Slack's mrkdwn to Markdown. Code is left as it is, and so are signs that Slack does not take for
 * formatting. https://docs.slack.dev/messaging/formatting-message-text
 */
export function toMarkdown(mrkdwn: string, names: Names): string {
  return mrkdwn
    .split(/(```[\s\S]*?```|`[^`\n]+`)/g)
    .map((piece, index) => (index % 2 === 1 ? code(piece, names) : prose(piece, names)))
    .join('')
}

function code(piece: string, names: Names): string {
  const text = unescaped(piece.replace(special, (_, inner: string) => plain(inner, names)))
  const inner = text.startsWith('```') ? text.slice(3, -3) : undefined
  // Slack needs no line ends around a block of code; in Markdown its first line would be taken for a language.
  return inner === undefined ? text : `\`\`\`\n${inner.replace(/^\n|\n$/g, '')}\n\`\`\``
}

/** Stands around the number of a link that was set aside; of no meaning in any text. */
const held = '\uE000'

/** Links are set aside first: the underscores of an address are no emphasis. */
function prose(piece: string, names: Names): string {
  const links: string[] = []
  const without = piece.replace(special, (_, inner: string) => `${held}${links.push(markdownOf(inner, names)) - 1}${held}`)
  const formatted = ['*', '_', '~'].reduce(emphasized, without)
  return unescaped(formatted).replace(/\uE000(\d+)\uE000/g, (found, index: string) => links[Number(index)] ?? found)
}

const inMarkdown: Readonly<Record<string, string>> = { '*': '**', _: '*', '~': '~~' }

function emphasized(text: string, sign: string): string {
  const mark = inMarkdown[sign] ?? sign
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}${sign}])[${sign}](?![\\s${sign}])([^\\n${sign}]*[^\\s${sign}])[${sign}](?![\\p{L}\\p{N}${sign}])`,
    'gu',
  )
  // What was bold is by now in two asterisks, which the other signs leave alone.
  return text.replace(pattern, `${mark}$1${mark}`)
}

function markdownOf(inner: string, names: Names): string {
  const [target = '', label] = divided(inner)
  if (/^[@#!]/.test(target)) return plain(inner, names)
  const address = unescaped(target)
  const shown = label === undefined ? undefined : unescaped(label)
  if (shown === undefined || shown === address || address === `mailto:${shown}` || address === `tel:${shown}`)
    return shown ?? address.replace(/^mailto:/, '')
  // Slack makes a link of "example.org" by itself.
  if (address === `http://${shown}` || address === `https://${shown}`) return address
  return `[${shown.replace(/[[\]]/g, '\\$&')}](${address.replaceAll(')', '%29')})`
}

/** A mention or a link, without any markup. */
function plain(inner: string, names: Names): string {
  const [target = '', label] = divided(inner)
  const id = target.slice(1)
  const shown = label === undefined || label === '' ? undefined : unescaped(label)
  if (target.startsWith('@')) return `@${names.person(id) ?? shown?.replace(/^@/, '') ?? id}`
  if (target.startsWith('#')) return `#${shown ?? names.channel(id) ?? id}`
  if (target.startsWith('!')) return shown ?? `@${id.split('^')[0]}`
  return shown ?? unescaped(target)
}

function divided(inner: string): [string, string | undefined] {
  const at = inner.indexOf('|')
  return at < 0 ? [inner, undefined] : [inner.slice(0, at), inner.slice(at + 1)]
}

const unescaped = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
