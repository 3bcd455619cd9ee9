import { findTimezone } from '../../core/ports/clock.ts'

/** Returns the time zone of a city written without its area, such as "new york". Returns any other text unchanged. */
export function withArea(text: string): string {
  if (findTimezone(text)) return text
  const city = text.trim().toLowerCase().replaceAll(' ', '_')
  return Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase().endsWith(`/${city}`)) ?? text
}
