import { foldText } from '../offline/words.ts'

/** The beginnings of words by which people ask to note, close, move or forget something, folded. */
const requestWords: Readonly<Record<string, string>> = {
  en: 'remind|remember|forget|note|jot|write down|save|add|put|keep|mark|close|tick|cross|check off|drop|cancel|remove|move|postpone|snooze|push|delay|nudge|ping',
  de: 'erinner|merk|notier|vergiss|vergess|schreib|speicher|trag|hak|schlies|streich|losch|verschieb|setz|stopp',
  fr: 'rappel|note|retien|souvien|oubli|ajout|enregistr|ferme|supprim|annul|repouss|report|decal|coch|arret',
  es: 'recuerd|record|anot|apunt|olvid|anad|agreg|guard|cierr|cerr|marc|borr|quit|cancel|aplaz|muev|mover|pospon',
  it: 'ricord|promemoria|annot|segna|scord|dimentic|aggiung|salv|chiud|togli|elimin|annull|spost|rimand|rinvi',
  pt: 'lembr|anot|esquec|guard|adicion|acrescent|salv|fech|marc|remov|cancel|adie|adia|mova|mude',
  nl: 'herinner|onthoud|vergeet|noteer|voeg|sluit|schrap|verplaats|stel uit',
  ru: 'напом|запомн|запиш|забуд|забы|добав|сохран|закро|отмет|вычеркн|удали|отмен|перенес|отлож|сдвин',
  ar: 'ذكر|تذكر|سجل|أضف|اضف|احفظ|أغلق|اغلق|أجل|اجل',
}

const unspacedRequestWords =
  'リマイン|思い出さ|覚え|忘れ|メモ|記録|追加|保存|閉じ|完了に|消して|取り消|延期|ずらし|移して|知らせて|って教えて|提醒|记住|记下|记一下|記住|别忘|別忘|加上|添加|保存|关闭|關閉|划掉|删|刪|取消|推迟|推遲|延后|改到|移到'

const requestPattern = new RegExp(`(?<!\\p{L})(?:${Object.values(requestWords).join('|')})|${unspacedRequestWords}`, 'u')

/** Whether a text has words that ask for a change, in any language that the bot understands. Questions that ask for none may have them, too. */
export const hasChangeCue = (text: string): boolean => requestPattern.test(foldText(text))
