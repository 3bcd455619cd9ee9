// The words for days, months and numbers in English, French and German. The Japanese words are in japanese.ts.

const words = (text: string): string[] => text.split(' ')

function byPosition(...tables: readonly string[]): ReadonlyMap<string, number> {
  return new Map(tables.flatMap((table) => words(table).map((word, position) => [word, position] as const)))
}

/** 0 is Monday. */
export const weekdays = byPosition(
  'monday tuesday wednesday thursday friday saturday sunday',
  'lundi mardi mercredi jeudi vendredi samedi dimanche',
  'montag dienstag mittwoch donnerstag freitag samstag sonntag',
)

/** Recognized only after "on", "last", "this" or "since". On their own, they can be other words ("mon anniversaire", "the sun sat"). */
export const shortWeekdays = byPosition('mon tue wed thu fri sat sun', 'mon tues weds thurs fri sat sun')

/** 0 is January. Accents are optional. */
export const months = byPosition(
  'january february march april may june july august september october november december',
  'jan feb mar apr may jun jul aug sep oct nov dec',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'januar februar maerz april mai juni juli august september oktober november dezember',
)

export const counts: ReadonlyMap<string, number> = new Map([
  ...byPosition('zero one two three four five six seven eight nine ten eleven twelve'),
  ...byPosition('zéro un deux trois quatre cinq six sept huit neuf dix onze douze'),
  ...byPosition('null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'),
  ...words('a an une einem einer einen').map((word) => [word, 1] as const),
  ['a couple of', 2],
  ['couple of', 2],
  ['a few', 3],
  ['few', 3],
  ['several', 3],
  ['quelques', 3],
  ['ein paar', 3],
  ['paar', 3],
])

export type TimeUnit = 'day' | 'week' | 'month' | 'year'

export const units: ReadonlyMap<string, TimeUnit> = new Map([
  ...words('day days jour jours tag tage tagen').map((word) => [word, 'day'] as const),
  ...words('week weeks semaine semaines woche wochen').map((word) => [word, 'week'] as const),
  ...words('month months mois monat monate monaten').map((word) => [word, 'month'] as const),
  ...words('year years an ans année années jahr jahre jahren').map((word) => [word, 'year'] as const),
])

/** Returns a pattern that matches any of the words, longest first. */
export function anyOf(table: ReadonlyMap<string, unknown>): string {
  return `(?:${[...table.keys()].sort((a, b) => b.length - a.length).join('|')})`
}
