import type { FakeChannel, FakePerson } from '../types.ts'

export interface SampleScene {
  readonly person: FakePerson
  readonly channel: FakeChannel
  readonly team: { readonly id: string }
  readonly bot: { readonly id: string; readonly botId: string }
  /** Stands in every text of a person, so that one can look for it where no such text belongs. */
  readonly secret: string
}

/** A time of today as Slack writes it: different for each part of a second. */
export const toTs = (micros: number): string => `${Math.floor(Date.now() / 1000)}.${String(micros).padStart(6, '0')}`

/** What every request about an interaction has. */
export function toOrigin({ person, team, secret }: SampleScene) {
  return {
    user: { id: person.id, name: `ada_${secret}`, username: `ada_${secret}`, team_id: team.id },
    team: { id: team.id, domain: `acme-${secret}` },
    token: `token-${secret}`,
    api_app_id: 'A0APP',
    trigger_id: `12345.98765.${secret}`,
    is_enterprise_install: false,
  }
}

/** Where an answer to an interaction can be sent. */
export const toResponseUrl = (secret: string): string => `https://hooks.slack.com/actions/${secret}`
