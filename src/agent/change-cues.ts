import { foldText, isFunctionWord, splitWords } from '../offline/words.ts'

/** The beginnings of words of one language by which people ask to note, close, move or forget something, folded. */
interface ChangeCues {
  /** Those that ask for nothing else: "remind", "note". */
  readonly plain: string
  /** Those of forgetting, which are not to be forbidden: "don't forget". */
  readonly forget: string
  /** Those that may also be about a text: "add", "put". */
  readonly vague: string
  /** What forbids the word that follows: "don't", with the words that may stand between. */
  readonly forbid?: string
  /** What forbids the word before. */
  readonly forbidAfter?: string
}

const spacedCues: Readonly<Record<string, ChangeCues>> = {
  en: {
    plain: 'remind|remember|note|jot|write down|tick|cross|check off|postpone|snooze|nudge|ping|bug me|poke me|from now on',
    forget: 'forget',
    vague: 'save|add|put|keep|mark|close|drop|cancel|remove|move|push|delay|bump',
    forbid: "(?:\\p{L}+n't|not|never)(?: (?:ever|even|please|bother|just|try|want|need|have|you|to|going))*",
  },
  de: {
    plain: 'erinner|merk|notier|anstups|stups|meld dich|melde dich|ab jetzt|ab sofort|von nun an',
    forget: 'vergiss|vergess',
    vague: 'schreib|speicher|trag|hak|schlies|streich|losch|verschieb|schieb|setz|stopp',
    forbid: '(?:nicht|nie|niemals|nichts|keinesfalls)(?: (?:bitte|mehr|davon|das|dir|die|der|den))*',
    forbidAfter: '(?:(?! dass) [^\\s.,;:!?]+){0,5} (?:nicht|nie|niemals|nichts)(?!\\p{L})',
  },
  fr: {
    plain: 'rappel|note|retien|souvien|relanc|desormais|dorenavant|a partir de maintenant',
    forget: 'oubli',
    vague: 'ajout|enregistr|ferme|supprim|annul|repouss|report|decal|coch|arret',
    forbid: "(?:ne (?:pas |jamais |plus )?|n')(?:(?:te|me|le|la|les|en|y) |l'|m'|t')*",
    forbidAfter: '(?:[- ](?:moi|toi|le|la|les|ca|cela))* (?:pas|jamais)(?!\\p{L})',
  },
  es: {
    plain: 'recuerd|record|anot|apunt|avisa|aviso|avises|avisame|a partir de ahora|de ahora en adelante',
    forget: 'olvid',
    vague: 'anad|agreg|guard|cierr|cerr|marc|marqu|borr|quit|cancel|aplaz|muev|mover|pospon',
    forbid: '(?:no|nunca|jamas)(?: (?:me|te|se|lo|la|los|las|le|debes|quiero que|hace falta que|hay que|tienes que))*',
  },
  it: {
    plain: "ricord|promemoria|annot|segna|avvis|d'ora in poi|da ora in poi",
    forget: 'scord|dimentic',
    vague: 'aggiung|salv|chiud|togli|elimin|annull|spost|rimand|rinvi',
    forbid: '(?:non|mai)(?: (?:me|mi|te|ti|lo|la|li|le|ne|devi|serve|voglio che tu))*',
  },
  pt: {
    plain: 'lembr|anot|avisa|avise|a partir de agora|daqui pra frente|daqui para frente',
    forget: 'esquec',
    vague: 'guard|adicion|acrescent|salv|fech|marc|marqu|remov|cancel|adie|adia|mova|mude',
    forbid: '(?:nao|nunca|jamais)(?: (?:me|te|se|o|a|os|as|precisa|deve|quero que|voce))*',
  },
  nl: {
    plain: 'herinner|onthoud|noteer',
    forget: 'vergeet',
    vague: 'voeg|sluit|schrap|verplaats|stel uit',
  },
  ru: {
    plain: 'напом|напомин|запомн|запомин|запиш|записыва|отныне|с этого момента',
    forget: 'забуд|забы',
    vague: 'добав|сохран|закро|закрыв|отмет|отмеч|вычеркн|удали|удаля|отмен|перенес|отлож|сдвин',
    forbid: 'не(?: (?:надо|нужно|стоит|хочу|чтобы|ты|это|мне))*',
  },
  ar: {
    plain: 'ذكر|تذكر|سجل',
    forget: '(?!)',
    vague: 'أضف|اضف|احفظ|أغلق|اغلق|أجل|اجل',
    forbid: 'لا',
  },
}

const unspacedPlain =
  'リマイン|思い出さ|覚え|メモ|記録|知らせて|って教えて|って言って|これからは|今後は|提醒|记住|记下|记一下|記住|催我|催一下|以后叫我|从现在起'
const unspacedForget = '忘れ|别忘|別忘'
const unspacedVague =
  '追加|保存|閉じ|完了に|消して|消さ|取り消|延期|ずらし|移して|加上|添加|关闭|關閉|划掉|删|刪|取消|推迟|推遲|延后|改到|移到'
const unspacedForbidding =
  '(?:覚え|思い出さ|メモ|記録|保存|追加|閉じ|消さ|リマイン)[^。、]{0,4}(?:ないで|なくて|てはいけない|ちゃだめ|ちゃダメ)|(?:别|不要|不用|不必|不许|勿)(?:再|给我|帮我|把[^，。]{1,8})?(?:提醒|记|加上|添加|保存|关闭|划掉|删|取消|推迟|延后|改到|移到)'

const cues = Object.values(spacedCues)
const joinSpaced = (select: (of: ChangeCues) => string) => `(?<!\\p{L})(?:${cues.map(select).join('|')})`

const changePattern = new RegExp(
  `${joinSpaced(({ plain, forget, vague }) => `${plain}|${forget}|${vague}`)}|${unspacedPlain}|${unspacedForget}|${unspacedVague}`,
  'u',
)
const plainPattern = new RegExp(`${joinSpaced(({ plain, forget }) => `${plain}|${forget}`)}|${unspacedPlain}|${unspacedForget}`, 'u')
const vagueWord = new RegExp(`${joinSpaced(({ vague }) => vague)}\\p{L}*|${unspacedVague}`, 'gu')
const forbiddingPattern = new RegExp(
  [
    ...cues.flatMap(({ plain, vague, forbid }) => (forbid ? `(?<!\\p{L}|\\p{L}')${forbid} ?(?<!\\p{L})(?:${plain}|${vague})` : [])),
    ...cues.flatMap(({ plain, vague, forbidAfter }) => (forbidAfter ? `(?<!\\p{L})(?:${plain}|${vague})\\p{L}*${forbidAfter}` : [])),
    unspacedForbidding,
  ].join('|'),
  'u',
)

/** Whether a text has words that ask for a change, in any language that the bot understands. Questions that ask for none may have them, too. */
export const hasChangeCue = (text: string): boolean => changePattern.test(foldText(text))

/** Returns where a sentence forbids a change, such as "don't save". -1 if it does not. */
export const findForbidding = (sentence: string): number => foldText(sentence).search(forbiddingPattern)

/** Words for what stands before, and for where something is noted. */
const pointers =
  /(?<!\p{L})(?:it|them|this|that|those|these|list|loops?|reminders?|memory|es|ihn|sie|das|dies\p{L}*|liste|aufgaben|ca|cela|le|la|les|l|rappels|\p{L}{4,}l[oaie]s?|eso|esto|lista|tareas|questo|quello|promemoria|isso|isto|lembretes|это|его|ее|их|список|напоминани\p{L})(?!\p{L})|それ|これ|あれ|リスト|它|这|那|清单|列表|待办/u

/**
 * Whether a short text without its time asks to change what it does not name: "Remember that", "Put it on my list". Not "put it in a
 * table".
 */
export function asksAboutBefore(text: string): boolean {
  const folded = foldText(text)
  if (plainPattern.test(folded)) return true
  if (folded.search(vagueWord) < 0 || !pointers.test(folded)) return false
  const rest = folded.replace(vagueWord, ' ').replace(new RegExp(pointers.source, 'gu'), ' ')
  return splitWords(rest).every((word) => word.length < 3 || /\p{N}/u.test(word) || isFunctionWord(word) || politeWord.test(word))
}

const politeWord = /^(?:please|bitte|doch|plait|favor|favore|пожалуйста)$/u

/** Questions that propose to do something, or to do it at another time. */
const proposing =
  /(?<!\p{L})(?:can we|could we|shall we|let's|konnen wir|konnten wir|wollen wir|lass uns|on peut|on pourrait|peut-on|podemos|podriamos|possiamo|potremmo|da pra|da para|давай|можем)(?!\p{L})|でもいい|にしても|行吗|可以吗|好吗|行不行/u

/** Whether a question proposes to do something. */
export const isProposal = (text: string): boolean => proposing.test(foldText(text))
