// Intent cues: signs that a text asks something, asks about the past, or states a decision. Cues affect the ranking, but never decide alone
// what is found.
import { hasQuestionMark, hasQuestionWords, splitAtMarks } from '../../core/domain/questions.ts'
import { buildCuePattern } from './cues/index.ts'

const cuePatterns = {
  pastQuestion: buildCuePattern(({ pastQuestion }) => pastQuestion),
  decisionQuestion: buildCuePattern(({ decisionQuestion }) => decisionQuestion),
  decisionStatement: buildCuePattern(({ decisionStatement }) => decisionStatement),
  speaker: buildCuePattern(({ speaker }) => speaker),
  assistantStatement: buildCuePattern(({ assistantStatement }) => assistantStatement),
  severalQuestion: buildCuePattern(({ severalQuestion }) => severalQuestion),
  timeQuestion: buildCuePattern(({ timeQuestion }) => timeQuestion),
  timeStatement: buildCuePattern(({ timeStatement }) => timeStatement),
}

/**
 * Returns whether a text is mainly a question: it has the words of one, or it ends with a question mark and states nothing beyond a greeting.
 */
export function isQuestion(text: string): boolean {
  const trimmed = text.trim()
  if (trimmed.length > 240 || trimmed.includes('\n')) return false
  if (hasQuestionMark(trimmed))
    return !hasLeadingStatement(trimmed) && (countWords(trimmed) <= maxShortQuestionWords || hasQuestionWords(trimmed))
  return trimmed.length < 120 && !/[.!]\s+\S|[。！]./.test(trimmed) && hasQuestionWords(trimmed)
}

/** Returns whether a statement comes before the question, as in "I adopted a dog. Any advice?". */
const hasLeadingStatement = (text: string): boolean =>
  splitAtMarks(text).some((sentence) => !hasQuestionMark(sentence) && countWords(sentence) > maxGreetingWords)

/** Counts words. In scripts that do not separate them, a word has two characters on average. */
const countWords = (text: string): number =>
  text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]{1,2}|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu)?.length ?? 0

const maxGreetingWords = 3
/**
 * The maximum number of words in a question that does not start like one. A longer one also states something: "I moved to Lyon last week,
 * can you help me find a doctor there?".
 */
const maxShortQuestionWords = 12

/** Returns whether a text asks what was said or decided. Such a text has the words of the answer, but is not the answer. */
export const asksAboutPast = (text: string): boolean => isQuestion(text) && cuePatterns.pastQuestion.test(text)

/** Returns whether a query asks for decisions. */
export const asksForDecisions = (query: string): boolean => cuePatterns.decisionQuestion.test(query)

/** Returns whether a text states a decision. A question never does. */
export const soundsLikeDecision = (text: string): boolean => !isQuestion(text) && cuePatterns.decisionStatement.test(text)

/** Matches "US" in capitals. In a text that has lower-case letters, it is the country, not the pronoun. So is "EU" in Portuguese. */
const countryPattern = /(?<![\p{L}\p{N}])(?:US|EU)(?![\p{L}\p{N}])/gu

/** Returns whether a text mentions its own author. */
export const mentionsSpeaker = (text: string): boolean =>
  cuePatterns.speaker.test(/\p{Ll}/u.test(text) ? text.replace(countryPattern, ' ') : text)

/** Returns whether a text is about its own author. The answer to such a query is what the user said, not what the assistant said. */
export const isAboutSpeaker = (text: string): boolean => mentionsSpeaker(text) && !cuePatterns.assistantStatement.test(text)

/** Returns whether a query asks for several things: "which museums", "list", "all", "both", "in which order", "summarize". */
export const asksForSeveral = (query: string): boolean => cuePatterns.severalQuestion.test(query)

/** Returns whether a query asks when something happened. */
export const asksForTime = (query: string): boolean => cuePatterns.timeQuestion.test(query)

/** Returns whether a text says when something happened or will happen. */
export const mentionsTime = (text: string): boolean => cuePatterns.timeStatement.test(text)

/** Small talk, in the languages whose questions the search understands. A message that contains nothing else is not searched for. */
const smallTalk: ReadonlySet<string> = new Set(
  [
    'ok okay yes yeah yep no nope sure fine good great nice cool perfect right well thanks thank thx you very much so hi hello hey there morning evening night bye see later please sorry wow haha lol hmm hm aha and',
    'oui ouais non merci beaucoup bien sûr parfait super génial salut bonjour bonsoir coucou bonne nuit pardon désolé accord au revoir à plus tard',
    'ja nein doch danke vielen dank schön bitte gut super prima klar genau stimmt hallo guten morgen abend tag nacht tschüss bis später',
    'sí vale gracias muchas hola buenos buenas días tardes noches claro perfecto genial adiós hasta luego',
    'sì va bene grazie mille ciao buongiorno buonasera buonanotte certo perfetto fantastico prego a dopo domani',
    'sim não obrigado obrigada muito valeu olá oi bom boa dia tarde noite tchau certo perfeito até logo',
    'да нет ага спасибо большое пожалуйста привет здравствуйте добрый доброе день вечер утро пока хорошо ладно отлично понятно',
    'نعم لا شكرا جزيلا مرحبا أهلا صباح مساء الخير حسنا تمام طيب ممتاز',
    '好 好的 是 是的 谢谢 你好 您好 早上好 晚安 再见 嗯 对 不 不客气',
    'はい いいえ ありがとう ありがとうございます こんにちは おはよう おはようございます こんばんは おやすみ 了解 了解です うん',
  ].flatMap((words) => words.split(' ')),
)

/** Whether a message says anything to search for: it is neither small talk nor a command. */
export function isWorthSearching(text: string): boolean {
  // Some mistyped commands arrive as ordinary messages.
  if (/^\s*\/[a-z_]+(?:@\w+)?(?:\s|$)/i.test(text)) return false
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.some((word) => !smallTalk.has(word) && (word.length > 2 || /\P{ASCII}/u.test(word)))
}
