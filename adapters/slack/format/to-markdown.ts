/** Looks up the names of the ids in a text. */
export interface SlackNameLookup {
  /** Returns the name of a user, without the @. */
  person(id: string): string | undefined
  /** Returns the name of a channel, without the #. */
  channel(id: string): string | undefined
}

const specialPattern = /<([^<>\n]+)>/g

/** Returns the ids of the users that a text mentions. */
export const findMentionedUsers = (text: string): string[] => findIds(text, /<@([A-Z0-9]+)(?:\|[^<>]*)?>/g)
/** Returns the ids of the channels that a text mentions without their names. */
export const findMentionedChannels = (text: string): string[] => findIds(text, /<#([A-Z0-9]+)\|?>/g)

function findIds(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, id = '']) => id))]
}

/**
 * Converts a user's mrkdwn to Markdown. Formatting inside code stays as written, and so do characters that Slack does not treat as
 * formatting.
 * https://docs.slack.dev/messaging/formatting-message-text
 */
export function toMarkdown(mrkdwn: string, names: SlackNameLookup): string {
  return mrkdwn
    .split(/(```[\s\S]*?```|`[^`\n]+`)/g)
    .map((piece, index) => (index % 2 === 1 ? convertCode(piece, names) : convertProse(piece, names)))
    .join('')
}

function convertCode(piece: string, names: SlackNameLookup): string {
  const text = unescapeEntities(piece.replace(specialPattern, (_, inner: string) => toPlainText(inner, names)))
  const inner = text.startsWith('```') ? text.slice(3, -3) : undefined
  // On Slack, code may begin right after the backticks. In Markdown, its first line would be taken for the name of a language.
  return inner === undefined ? text : `\`\`\`\n${inner.replace(/^\n|\n$/g, '')}\n\`\`\``
}

/** Surrounds the number of an extracted link. A private-use character, which has no meaning in any text. */
const linkPlaceholder = '\uE000'

/** Converts text outside code. Links are extracted first, because underscores in URLs are not emphasis. */
function convertProse(piece: string, names: SlackNameLookup): string {
  const links: string[] = []
  const withoutLinks = piece.replace(
    specialPattern,
    (_, inner: string) => `${linkPlaceholder}${links.push(convertLink(inner, names)) - 1}${linkPlaceholder}`,
  )
  const formatted = ['*', '_', '~'].reduce(convertEmphasis, withoutLinks)
  return unescapeEntities(formatted).replace(/\uE000(\d+)\uE000/g, (found, index: string) => links[Number(index)] ?? found)
}

const markdownMarks: Readonly<Record<string, string>> = { '*': '**', _: '*', '~': '~~' }

function convertEmphasis(text: string, sign: string): string {
  const mark = markdownMarks[sign] ?? sign
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}${sign}])[${sign}](?![\\s${sign}])([^\\n${sign}]*[^\\s${sign}])[${sign}](?![\\p{L}\\p{N}${sign}])`,
    'gu',
  )
  // By now, bold text is in double asterisks, which the patterns of the other marks do not match.
  return text.replace(pattern, `${mark}$1${mark}`)
}

function convertLink(inner: string, names: SlackNameLookup): string {
  const [target = '', label] = splitLabel(inner)
  if (/^[@#!]/.test(target)) return toPlainText(inner, names)
  const address = unescapeEntities(target)
  const shown = label === undefined ? undefined : unescapeEntities(label)
  if (shown === undefined || shown === address || address === `mailto:${shown}` || address === `tel:${shown}`)
    return shown ?? address.replace(/^mailto:/, '')
  // Slack automatically links text such as "example.org".
  if (address === `http://${shown}` || address === `https://${shown}`) return address
  return `[${shown.replace(/[[\]]/g, '\\$&')}](${address.replaceAll(')', '%29')})`
}

/** Converts a mention or link to plain text. */
function toPlainText(inner: string, names: SlackNameLookup): string {
  const [target = '', label] = splitLabel(inner)
  const id = target.slice(1)
  const shown = label === undefined || label === '' ? undefined : unescapeEntities(label)
  if (target.startsWith('@')) return `@${names.person(id) ?? shown?.replace(/^@/, '') ?? id}`
  if (target.startsWith('#')) return `#${shown ?? names.channel(id) ?? id}`
  if (target.startsWith('!')) return shown ?? `@${id.split('^')[0]}`
  return shown ?? unescapeEntities(target)
}

function splitLabel(inner: string): [string, string | undefined] {
  const at = inner.indexOf('|')
  return at < 0 ? [inner, undefined] : [inner.slice(0, at), inner.slice(at + 1)]
}

const unescapeEntities = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
