export type OfflineLanguage = 'en' | 'fr' | 'de'

/** Folds case, accents and apostrophes, so that one pattern matches different spellings. Keeps the length of composed text (NFC). */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[’ʼ`´]/g, "'")
}

/** Words that carry no topic. They also identify the language. */
const functionWords: Readonly<Record<OfflineLanguage, ReadonlySet<string>>> = {
  en: wordSet(`hi hello hey a about again ago all also an and any anything are as at be been before but by can could day did do does done for from had
    has have he her his how i if in into is it its just know last latest let like list long me month more most much my next no not of
    on one or other our out over past please recall recap remember remind said say see she should show since so some something still
    tell than that the their them then there these they thing things think this time to today told too two up us was we week weeks
    were what when where which who why will with would year yesterday you your days didn t discuss discussed happen happened talk
    talked find search look mention mentioned
    monday tuesday wednesday thursday friday saturday sunday`),
  fr: wordSet(`bonjour salut coucou bonsoir merci beaucoup a ai as au aujourd aussi aux avant avec avez avions avoir avons c ce ces cet cette ceux chez comme comment d dans de
    depuis derniere dernier des dit dites donc du elle en encore est et ete etait eu fait hier il ils j je jour jours l la le les leur
    lui m ma mais me mes moi mois mon n ne nos notre nous on ont ou par parle parler pas passe passee pour pourquoi qu quand que quel
    quelle quelles quels qui quoi rappelle redis s sa se semaine ses si son sont sur t ta te tes toi ton tous tout toute tu un une va
    vers vos votre vous y combien resume cherche trouve montre
    lundi mardi mercredi jeudi vendredi samedi dimanche`),
  de: wordSet(`hallo moin servus guten danke aber alle alles als also am an auch auf aus bei bin bis bitte da das dass dein deine dem den der des die diese diesen
    dieser doch du ein eine einen einer er es fur gab gestern gesagt habe haben hat hatte hatten heute hier ich ihm ihr im in ist ja
    jetzt kann letzte letzten letzter man mal mein meine mich mir mit monat nach nicht noch nun nur ob oder ohne schon sein sich sie
    sind so tag tage tagen uber um und uns unser unsere vergangene von vor vorige wann war waren warum was weil welche welchen welcher
    welches wen wer werden wie wieso wir wird wo woche wochen woruber zu zum zur erinnere erinner sag such suche finde zeig gesprochen
    geredet besprochen passiert
    montag dienstag mittwoch donnerstag freitag samstag sonntag`),
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/))
}

function splitWords(text: string): readonly string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Detects the language of a text by its function words. Returns English if none is ahead. */
export function detectLanguage(text: string): OfflineLanguage {
  const words = splitWords(text)
  const count = (language: OfflineLanguage) => words.filter((word) => functionWords[language].has(word)).length
  const [en, fr, de] = [count('en'), count('fr'), count('de')]
  if (fr > en && fr >= de) return 'fr'
  return de > en ? 'de' : 'en'
}

/** Returns the topic words of a text, cut to their first letters so that other forms of a word match. */
export function toTopicStems(text: string): readonly string[] {
  const isFunctionWord = (word: string) => Object.values(functionWords).some((words) => words.has(word))
  return splitWords(text)
    .filter((word) => (word.length > 2 || /\p{L}\p{N}|\p{N}\p{L}/u.test(word)) && !isFunctionWord(word))
    .map(toStem)
}

export function mentionsAny(text: string, stems: readonly string[]): boolean {
  const words = new Set(splitWords(text).map(toStem))
  return stems.some((stem) => words.has(stem))
}

function toStem(word: string): string {
  return word.slice(0, 5).replace(/s$/, '')
}
