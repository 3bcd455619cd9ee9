// Intent cues: signs that a text asks something, asks about the past, or states a decision. Cues affect the ranking, but never decide alone
// what is found.
import { hasQuestionMark, hasQuestionWords, splitAtMarks } from '../../core/domain/questions.ts'
import { buildCuePattern } from './cues/index.ts'

const cuePatterns = {
  pastQuestion: buildCuePattern(({ pastQuestion }) => pastQuestion),
  decisionQuestion: buildCuePattern(({ decisionQuestion }) => decisionQuestion),
  decisionStatement: buildCuePattern(({ decisionStatement }) => decisionStatement),
  choiceStatement: buildCuePattern(({ choiceStatement }) => choiceStatement),
  habit: buildCuePattern(({ habit }) => habit),
  speaker: buildCuePattern(({ speaker }) => speaker),
  assistantStatement: buildCuePattern(({ assistantStatement }) => assistantStatement),
  severalQuestion: buildCuePattern(({ severalQuestion }) => severalQuestion),
  timeQuestion: buildCuePattern(({ timeQuestion }) => timeQuestion),
  timeStatement: buildCuePattern(({ timeStatement }) => timeStatement),
  amountQuestion: buildCuePattern(({ amountQuestion }) => amountQuestion),
  amountWord: buildCuePattern(({ amountWord }) => amountWord),
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
export const soundsLikeDecision = (text: string): boolean =>
  !isQuestion(text) &&
  (cuePatterns.decisionStatement.test(text) || (cuePatterns.choiceStatement.test(text) && !cuePatterns.habit.test(text)))

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

/** Returns whether a query asks for a price or for a number of things. */
export const asksForAmount = (query: string): boolean => cuePatterns.amountQuestion.test(query)

/** Matches a currency sign, or a number in digits that is no year, time or date. */
const amountPattern =
  /\p{Sc}|(?<![\p{L}\d:./-])(?!(?:19|20)\d\d(?!\d|[.,]\d))\d+(?:[.,'’]\d+)*(?![\d:/-]|[.,]\d| ?(?:[ap]m|uhr|h|st|nd|rd|th|o['’]clock)(?!\p{L})|[時点年月日号])/iu

/** Returns whether a text states a price or a number. */
export const mentionsAmount = (text: string): boolean => amountPattern.test(text) || cuePatterns.amountWord.test(text)

/** Small talk and agreement. A message that contains nothing else is not searched for. */
const smallTalk: ReadonlySet<string> = new Set(
  [
    'ok okay yes yeah yep yup no nope sure fine good great nice cool perfect right well thanks thank thx cheers you very much so hi hello hey there morning evening night bye see later please sorry wow haha lol hmm hm aha and alright agreed deal absolutely definitely exactly indeed of course certainly sounds works for me to that it is let do go ahead lot again too all same',
    'oui ouais non merci beaucoup bien sûr parfait super génial salut bonjour bonsoir coucou bonne nuit pardon désolé désolée accord au revoir à plus tard avec plaisir volontiers entendu ça marche va me est bon c très tout fait s il te vous plaît plait vas allez y absolument exactement exact idée pourquoi pas je veux top nickel cool',
    'ja jo jep jawohl nein doch danke dankeschön vielen herzlichen dank schön bitte gut super prima toll klar genau stimmt hallo guten morgen abend tag nacht tschüss bis später gern gerne sehr natürlich selbstverständlich sicher absolut unbedingt einverstanden in ordnung passt perfekt wunderbar alles das ist mir eine gute idee machen mach wir so von aus auf jeden fall okay',
    'sí si vale gracias muchas muchísimas hola buenos buenas días tardes noches claro perfecto genial adiós hasta luego por favor supuesto desde de acuerdo bueno bien muy está estupendo exacto que dale venga adelante buena idea me parece no igualmente',
    'sì si va bene benissimo grazie mille molte ciao buongiorno buonasera buonanotte certo certamente perfetto fantastico prego a dopo domani per favore piacere volentieri d accordo con molto ottimo ottima buona idea esatto assolutamente sicuro anche me fai pure no',
    'sim não obrigado obrigada muito valeu olá oi bom boa dia tarde noite tchau certo certeza com perfeito até logo por favor claro que de acordo pode ser beleza tá está bem ótimo ideia combinado fechado isso mesmo exato tudo se faz',
    'да нет ага угу спасибо спс большое пожалуйста привет здравствуйте добрый доброе день вечер утро пока хорошо ладно отлично понятно конечно разумеется давай давайте с удовольствием согласен согласна договорились точно именно так очень хорошая отличная идея ок окей благодарю подходит идёт идет супер',
    'نعم أجل اجل إي ايوه أيوه ايوة أيوة لا شكرا جزيلا لك جدا مرحبا أهلا صباح مساء الخير حسنا تمام طيب ممتاز موافق موافقة طبعا بالطبع بالتأكيد أكيد بكل سرور من فضلك لو سمحت سمحتي فكرة جيدة رائع عفوا تفضل ماشي إن شاء الله',
    'ja jaja nee graag dank je u wel bedankt dankjewel dankuwel alsjeblieft alstublieft prima goed zeker natuurlijk akkoord oké mooi leuk hoi hallo dag is',
    '好 好的 好啊 好呀 好吧 是 是的 行 行啊 可以 可以啊 当然 没问题 没错 同意 谢谢 谢啦 多谢 感谢 麻烦 你 您 了 啦 你好 您好 早上好 晚安 再见 嗯 对 对的 不 不客气 不用 请 太好了 好主意 明白 知道 收到 就这样 就这么办 非常',
    'はい ええ うん いいえ いえ ありがとう ありがとうございます どうも こんにちは おはよう おはようございます こんばんは おやすみ 了解 了解です 承知しました わかりました 分かりました わかった 分かった お願い お願いします お願いいたします ぜひ もちろん もちろんです いいね いいですね いいよ いいです そうです そうですね そうしましょう 大丈夫 大丈夫です よろしく よろしくお願いします すみません 結構です 賛成 賛成です ね',
  ].flatMap((words) => words.split(' ')),
)

/** Small talk in Chinese and Japanese, which do not separate words. */
const unspacedSmallTalk = new RegExp(`^(?:${[...smallTalk].filter((word) => /[\p{sc=Han}\p{sc=Hiragana}]/u.test(word)).join('|')})+$`, 'u')

/** Whether a message says anything to search for: it is neither small talk nor a command. */
export function isWorthSearching(text: string): boolean {
  // Some mistyped commands arrive as ordinary messages.
  if (/^\s*\/[a-z_]+(?:@\w+)?(?:\s|$)/i.test(text)) return false
  // Arabic is written with or without vowel marks.
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<=\p{sc=Arab})\p{M}+/gu, '')
  const words = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.some((word) => !smallTalk.has(word) && !unspacedSmallTalk.test(word) && (word.length > 2 || /\P{ASCII}/u.test(word)))
}
