import { findTimezone } from '../../core/ports/clock.ts'
import type { Button } from '../../core/ports/platform.ts'

/** Some time zones with many inhabitants. Users can type any other. */
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

/** Returns the time zone of a city written without its area, such as "new york". Returns any other text unchanged. */
export function withArea(text: string): string {
  if (findTimezone(text)) return text
  const city = text.trim().toLowerCase().replaceAll(' ', '_')
  return Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase().endsWith(`/${city}`)) ?? text
}
