import { findTimezone } from '../core/ports/clock.ts'
import type { Button } from '../core/ports/platform.ts'

/** A few that many people live in; any other is typed. */
export const timezoneButtons: readonly Button[] = [
  ['London', 'Europe/London'],
  ['Paris', 'Europe/Paris'],
  ['New York', 'America/New_York'],
  ['Los Angeles', 'America/Los_Angeles'],
  ['São Paulo', 'America/Sao_Paulo'],
  ['Delhi', 'Asia/Kolkata'],
  ['Tokyo', 'Asia/Tokyo'],
  ['Sydney', 'Australia/Sydney'],
].map(([label = '', zone = '']) => ({ label, action: `/timezone ${zone}` }))

/** The timezone that people may mean who write only its city, such as "new york"; else the text as it is. */
export function withArea(text: string): string {
  if (findTimezone(text)) return text
  const city = text.trim().toLowerCase().replaceAll(' ', '_')
  return Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase().endsWith(`/${city}`)) ?? text
}
