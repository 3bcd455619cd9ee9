import type { LanguageCode } from '../../core/domain/languages.ts'
import { toWordSet } from '../../core/domain/stop-words.ts'

/**
 * Stemmed words that are common regardless of the topic, or that only describe the talk about it: "which aspects did we discuss across our
 * conversations?". They count for less than their frequency suggests.
 */
export const commonLexemes: Readonly<Record<LanguageCode, ReadonlySet<string> | undefined>> = {
  en: toWordSet(
    'come day decid do get give go good happen have keep like make new one part plan start take time use want way ' +
      'chat convers discuss mention talk aspect detail differ item thing various ' +
      'across along among around beyond despit regard throughout toward upon via within without ' +
      'monday tuesday wednesday thursday friday saturday sunday',
  ),
  fr: toWordSet(
    'aim aller bon chos commenc don décid fair fait façon gard jour mettr mis nouveau nouvel part prendr pris temp utilis va ven venu veux voul vouloir ' +
      'convers discuss discut mention parl aspect détail différent divers traver malgr concern ' +
      'lund mard mercred jeud vendred samed dimanch',
  ),
  de: toWordSet(
    'anfang angefang art benutz ding entscheid entschied gegang geb gegeb geh gekomm gemacht genomm getan ging gut komm mach mog nehm neu plan geplant tag teil tun zeit ' +
      'besproch erwahn erwahnt gesprach gesproch red sprech aspekt detail sach verschied innerhalb trotz ' +
      'montag dienstag mittwoch donnerstag freitag samstag sonntag',
  ),
  es: toWordSet(
    'buen busc comenz dar decid dej dia dias dim empec empez hac hic hiz ir lleg nuev part plan pon pus qued quer quier tiemp tom usar vec ven ver vez vin ' +
      'aspect asunt charl chat coment convers detall diferent discut habl mencion tem vari ' +
      'doming juev lun mart miercol sab viern',
  ),
  it: toWordSet(
    'andar andat buon dar dat decid decis decision far giorn iniz mett mod nuov part pian prend pres temp trov usar ven vol volt vorre ' +
      'argoment aspett chat chiacchier convers cos dettagl discuss discut divers menzion parl var ' +
      'domen gioved luned marted mercoled sab venerd',
  ),
  pt: toWordSet(
    'bom cheg comec dar decid decisã deix dia dias faz fic ir nov part plan planej pôr quer temp tom usar ver vez vir ' +
      'aspect assunt chat coment convers detalh diferent discut mencion tem vári ' +
      'doming quart quint segund sext sáb terc',
  ),
  ru: toWordSet(
    'взят врем дал дат дела ден дне дня идт использова нача нов план постав прийт реш решен сдела хорош хотет част ' +
      'бесед вопрос детал обсуд обсужда разговор разн тем упомина чат ' +
      'воскресен вторник понедельник пятниц сред суббот четверг',
  ),
  ar: toWordSet(
    'اخذ اراد استخدم اعطي ايام بدء جاء جديد جزء جيد خطة ذهب فعل قرار قرر مرة وضع وقت يوم ' +
      'تحدث تفصيل دردش ذكر محادث مختلف موضوع ناقش ' +
      'اثن احد اربعاء ثلاثاء جمع خميس سبت',
  ),
  // Pairs of characters, as the index has them.
  zh: toWordSet('决定 讨论 时候 时间 计划 开始 事情 方面 细节 聊天 对话 谈话 谈到 提到 使用 今天'),
  ja: toWordSet('決め 決定 予定 計画 時間 始め 話し 相談 会話 内容 詳細 使っ 今日'),
}
