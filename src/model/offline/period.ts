import { addDays, parseDayLabel } from '../../core/clock.ts'
import type { DayLabel } from '../../core/ids.ts'
import { fold, type Language } from './words.ts'

/** Days from the first to the last, both included. */
export interface Period {
  readonly since: DayLabel
  readonly until: DayLabel
}

type Rule = readonly [RegExp, (today: DayLabel, match: RegExpExecArray) => Period | undefined]

const RULES: Readonly<Record<Language, readonly Rule[]>> = {
  en: [
    [/\bthe day before yesterday\b/, (today) => daysAgo(today, 2)],
    [/\byesterday\b/, (today) => daysAgo(today, 1)],
    [/\b(today|this morning|this afternoon)\b/, (today) => daysAgo(today, 0)],
    [/\b(last|past|previous) week\b/, lastWeek],
    [/\bthis week\b/, thisWeek],
    [/\b(last|past|previous) month\b/, lastMonth],
    [/\bthis month\b/, thisMonth],
    [/\b(\d{1,3}) days ago\b/, (today, match) => daysAgo(today, Number(match[1]))],
    [/\b(?:the )?(?:last|past) (\d{1,3}) days\b/, (today, match) => ({ since: addDays(today, -Number(match[1])), until: today })],
    [
      /\b(?:on |last )(monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/,
      weekdayRule('monday tuesday wednesday thursday friday saturday sunday'),
    ],
  ],
  fr: [
    [/\bavant-hier\b/, (today) => daysAgo(today, 2)],
    [/\bhier\b/, (today) => daysAgo(today, 1)],
    [/\b(aujourd'hui|ce matin)\b/, (today) => daysAgo(today, 0)],
    [/\b(la )?semaine (derniere|passee)\b/, lastWeek],
    [/\bcette semaine\b/, thisWeek],
    [/\b(le )?mois (dernier|passe)\b/, lastMonth],
    [/\bce mois(-ci)?\b/, thisMonth],
    [/\bil y a (\d{1,3}) jours?\b/, (today, match) => daysAgo(today, Number(match[1]))],
    [/\b(?:ces |les )(\d{1,3}) derniers jours\b/, (today, match) => ({ since: addDays(today, -Number(match[1])), until: today })],
    [
      /\b(lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)( dernier)?\b/,
      weekdayRule('lundi mardi mercredi jeudi vendredi samedi dimanche'),
    ],
  ],
  de: [
    [/\bvorgestern\b/, (today) => daysAgo(today, 2)],
    [/\bgestern\b/, (today) => daysAgo(today, 1)],
    [/\bheute( morgen| fruh)?\b/, (today) => daysAgo(today, 0)],
    [/\b(in der )?(letzten?|vergangenen?|vorigen?) woche\b/, lastWeek],
    [/\b(in )?dieser? woche\b/, thisWeek],
    [/\b(im )?(letzten|vergangenen|vorigen) monat\b/, lastMonth],
    [/\b(in )?diese[nm] monat\b/, thisMonth],
    [/\bvor (\d{1,3}) tagen?\b/, (today, match) => daysAgo(today, Number(match[1]))],
    [/\b(?:in den )?letzten (\d{1,3}) tagen?\b/, (today, match) => ({ since: addDays(today, -Number(match[1])), until: today })],
    [
      /\b(?:am |letzten )(montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\b/,
      weekdayRule('montag dienstag mittwoch donnerstag freitag samstag sonntag'),
    ],
  ],
}

const DATE: Rule = [/\b\d{4}-\d{2}-\d{2}\b/, (_today, match) => dayAlone(parseDayLabel(match[0]))]

/**
 * The days that a question names by a date or by common words, seen from `today`; undefined when it names none of these.
 * The search understands more, and prefers such days; here a question is held to the days it asks for.
 */
export function periodIn(text: string, language: Language, today: DayLabel): Period | undefined {
  const folded = fold(text)
  for (const [pattern, read] of [DATE, ...RULES[language]]) {
    const match = pattern.exec(folded)
    const period = match && read(today, match)
    if (period) return period
  }
  return undefined
}

/** How many days a period has. */
export function daysIn({ since, until }: Period): number {
  return (Date.parse(until) - Date.parse(since)) / 86_400_000 + 1
}

function dayAlone(day: DayLabel | undefined): Period | undefined {
  return day && { since: day, until: day }
}

function daysAgo(today: DayLabel, days: number): Period {
  const day = addDays(today, -days)
  return { since: day, until: day }
}

/** 0 for Monday. */
function weekdayOf(day: DayLabel): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

function lastWeek(today: DayLabel): Period {
  const monday = addDays(today, -weekdayOf(today) - 7)
  return { since: monday, until: addDays(monday, 6) }
}

function thisWeek(today: DayLabel): Period {
  return { since: addDays(today, -weekdayOf(today)), until: today }
}

function thisMonth(today: DayLabel): Period {
  return { since: addDays(today, 1 - Number(today.slice(8))), until: today }
}

function lastMonth(today: DayLabel): Period {
  const until = addDays(thisMonth(today).since, -1)
  return { since: thisMonth(until).since, until }
}

/** The latest day of that name before today. */
function weekdayRule(names: string): Rule[1] {
  const weekdays = names.split(' ')
  return (today, match) => {
    const ago = (weekdayOf(today) - weekdays.indexOf(match[1] ?? '') + 7) % 7
    return daysAgo(today, ago || 7)
  }
}
