import type { Translate } from '../core/messages/messages.ts'
import type { Button } from '../core/ports/platform.ts'

/** Some time zones with many inhabitants. Users can type any other. */
const commonZones: readonly (readonly [label: string, zone: string])[] = [
  ['London', 'Europe/London'],
  ['Paris', 'Europe/Paris'],
  ['New York', 'America/New_York'],
  ['Los Angeles', 'America/Los_Angeles'],
  ['São Paulo', 'America/Sao_Paulo'],
  ['Delhi', 'Asia/Kolkata'],
  ['Tokyo', 'Asia/Tokyo'],
  ['Sydney', 'Australia/Sydney'],
]

/** The command that sets the timezone. The buttons of the question begin with it. */
export const timezoneCommand = '/timezone'

export const timezoneButtons: readonly Button[] = commonZones.map(([label, zone]) => ({ label, action: `${timezoneCommand} ${zone}` }))

export interface TimezoneQuestion {
  readonly text: string
  readonly buttons: readonly Button[]
}

/** Asks a user for their timezone. `timezone` is the one that is used until they choose one. */
export const buildTimezoneQuestion = (translate: Translate, timezone: string): TimezoneQuestion => ({
  text: translate('start.timezone', { timezone }),
  buttons: [...timezoneButtons, { label: translate('timezone.other'), action: timezoneCommand }],
})
