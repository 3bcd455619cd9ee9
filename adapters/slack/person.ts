import { z } from 'zod'

/** A user as Slack reports it. https://docs.slack.dev/reference/objects/user-object */
export const slackPerson = z.object({
  name: z.string().nullish(),
  real_name: z.string().nullish(),
  /** Whether the account was deactivated. */
  deleted: z.boolean().nullish(),
  is_bot: z.boolean().nullish(),
  is_admin: z.boolean().nullish(),
  is_owner: z.boolean().nullish(),
  is_primary_owner: z.boolean().nullish(),
  is_restricted: z.boolean().nullish(),
  is_ultra_restricted: z.boolean().nullish(),
  is_stranger: z.boolean().nullish(),
  team_id: z.string().nullish(),
  enterprise_user: z.object({ teams: z.array(z.string()).nullish() }).nullish(),
  tz: z.string().nullish(),
  locale: z.string().nullish(),
  profile: z.object({ display_name: z.string().nullish(), real_name: z.string().nullish() }).nullish(),
})

export type SlackPerson = z.infer<typeof slackPerson>

/**
 * Whether a user is a full member of a workspace, not a guest. In an organization with several workspaces, a user may belong to some of
 * them.
 */
export function isFullMember(teamId: string | undefined, person: SlackPerson): boolean {
  const isOutsider = person.deleted || person.is_restricted || person.is_ultra_restricted || person.is_stranger
  return !isOutsider && teamId !== undefined && [person.team_id, ...(person.enterprise_user?.teams ?? [])].includes(teamId)
}

/** Whether a user is an administrator or owner of a workspace. */
export const isWorkspaceAdmin = (teamId: string, person: SlackPerson): boolean =>
  isFullMember(teamId, person) && Boolean(person.is_admin || person.is_owner || person.is_primary_owner)
