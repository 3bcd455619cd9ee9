/** What stands in place of a quotation. */
const gap = '…'

const codeFence = /^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1.*$|$(?![\s\S]))/gm
const inlineCode = /`[^`\n]+`/g
const markup = /<(\w[\w-]*)\b[^<>]{0,200}>[\s\S]{0,4000}?<\/\1\s*>|<[/!?]?\w[^<>\n]{0,200}>/g
/** A JSON object or array with a quoted text in it, up to its last bracket or, if it is cut off, to the end. */
const data = /[{[]\s*["'{][\s\S]*(?:[}\]]|$(?![\s\S]))/g

/** Lines marked as quoted, and those that imitate a transcript or a form of its own: "[#12] 09:14 user: …", "system: …". */
const quotedLine =
  /^[ \t]*(?:>|&gt;|\||(?:[-*•][ \t]*)?(?:\[#\d+\]|\[L\d+\]|\[?\d{1,2}[:.]\d\d(?:[:.]\d\d)?[^\]\n]{0,20}\]?[ \t]*[-–]?[ \t]*\p{L}[^:\n]{0,40}:|#{0,6}[ \t]*\**(?:system|assistant|user|human|developer|ai|bot|tool)(?:[ \t]*\([^)\n]*\))?\**[ \t]*[:：])).*$/gimu

/** The beginning of a text of somebody else that goes on to the end of the message: the head of a mail, or "Ben wrote:" and a new line. */
const forwardHead = [
  String.raw`^.*\b(?:forwarded message|original message|weitergeleitete nachricht|ursprüngliche nachricht|message transféré|message d'origine|mensaje reenviado|mensaje original|messaggio inoltrato|messaggio originale|mensagem encaminhada|mensagem original)\b.*$`,
  '^.*(?:пересылаемое сообщение|пересланное сообщение|исходное сообщение|転送されたメッセージ|元のメッセージ|转发的邮件|转发消息|原始邮件).*$',
  String.raw`^[ \t*]*(?:fwd?|wg|tr|rv|enc|i|转发|転送)[ \t]*[:：].*$`,
  String.raw`^[ \t*]*(?:from|von|de|da|от|от кого|差出人|发件人)[ \t*]*[:：].*$(?=\s*^[ \t*]*\p{L}[\p{L} ]{0,20}[ \t*]*[:：])`,
  String.raw`^.*(?:^|[\s,，、。])(?:wrote|writes|says|said|schrieb|schreibt|sagt|a écrit|écrit|dit|escribió|escribe|dice|ha scritto|scrive|escreveu|escreve|disse|написала?|пишет|сказала?|さんから|写道|说)[ \t]*(?:\([^)\n]*\))?[ \t]*[:：][ \t]*$`,
  // "Here is the mail:", alone in its line.
  String.raw`^.*(?:mail|message|letter|text|note|nachricht|brief|courriel|lettre|mensaje|correo|carta|messaggio|lettera|mensagem|письмо|сообщение|メール|メッセージ|邮件|消息|信)[^\n.!?]{0,30}[:：][ \t]*$`,
]
const forwarded = new RegExp(`(?:${forwardHead.join('|')})[\\s\\S]*$(?![\\s\\S])`, 'imu')

/** Reported in the same line: 'Ben wrote: please send it', which ends with the line. */
const reported =
  /(?<!\p{L})(?:wrote|writes|says|said|texted|schrieb|schreibt|sagte|sagt|a écrit|écrit|dit|escribió|escribe|dijo|dice|ha scritto|scrive|ha detto|escreveu|escreve|disse|написала?|пишет|сказала?|写道|说)[ \t]*[:：][^\n]*/giu

/** Given to be worked on: 'Translate to German: …', which goes on to the end of the message. */
const handedOver =
  /(?<!\p{L})(?:translate|proofread|rephrase|reword|paraphrase|summari[sz]e|übersetze?|korrigiere?|formuliere?|traduis|traduisez|corrige|reformule|traduce|traduzca|resume|traduci|correggi|riassumi|traduza|traduz|corrija|resuma|переведи(?:те)?|исправь(?:те)?|перескажи(?:те)?)(?!\p{L})[^:.!?\n]{0,60}[:：][\s\S]*$(?![\s\S])|(?:翻訳|訳して|校正|要約|翻译|润色|改写|总结)[^:：。\n]{0,20}[:：][\s\S]*$(?![\s\S])/iu

const quotationMarks = [
  /“[^“”]{0,4000}”/g,
  /„[^„“”"]{0,4000}[“”"]/g,
  /«[^«»]{0,4000}»/g,
  /»[^«»]{0,4000}«/g,
  /「[^「」]{0,4000}」/g,
  /『[^『』]{0,4000}』/g,
  /《[^《》]{0,4000}》/g,
  /"[^"]{0,4000}"/g,
  /(?<![\p{L}\p{N}])['‘‚][^'’‘\n]*(?:(?<=\p{L})['’](?=\p{L})[^'’‘\n]*)*['’‘](?![\p{L}\p{N}])/gu,
]

/** Texts longer than this are read only so far. In characters. */
const maxReadLength = 50_000

/**
 * Returns a message without what it quotes, forwards or pastes: quoted lines, texts in quotation marks, code, data, mails of others and
 * imitated transcripts. An ellipsis stands in place of each, so that what is left is what its author says.
 */
export function removeQuotations(text: string): string {
  const plain = text
    .slice(0, maxReadLength)
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(codeFence, gap)
    .replace(inlineCode, gap)
    .replace(markup, gap)
    .replace(data, gap)
    .replace(forwarded, gap)
    .replace(quotedLine, gap)
    .replace(reported, gap)
    .replace(handedOver, gap)
  // Twice, for a quotation within a quotation.
  return [...quotationMarks, ...quotationMarks].reduce((unquoted, marks) => unquoted.replace(marks, gap), plain).trim()
}

/** Marks every line of a text as quoted, so that none is mistaken for a heading or for what its author says. */
export const quoteLines = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
