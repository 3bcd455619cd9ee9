/** What a server allows its members by their roles. The role of everyone has the server's id. */
export interface DiscordServerRoles {
  readonly id: string
  readonly ownerId: string
  /** Permissions by role id. */
  readonly permissionsByRole: ReadonlyMap<string, bigint>
}

/** What a channel changes for the holders of a role, or for a user. */
export interface DiscordOverwrite {
  readonly allow: bigint
  readonly deny: bigint
}

/** What decides on the permissions in a channel. For a thread, these are the rules of its parent. */
export interface DiscordChannelRules {
  /** By the id of a role or user. */
  readonly overwrites: ReadonlyMap<string, DiscordOverwrite>
  readonly isVoice: boolean
}

export interface DiscordMemberRoles {
  readonly userId: string
  /** Without the role of everyone. */
  readonly roleIds: readonly string[]
  readonly isTimedOut?: boolean
}

export const discordPermissions = {
  administrator: 1n << 3n,
  manageChannels: 1n << 4n,
  viewChannel: 1n << 10n,
  readMessageHistory: 1n << 16n,
  connect: 1n << 20n,
  manageThreads: 1n << 34n,
} as const

const { administrator, viewChannel, readMessageHistory, connect } = discordPermissions
const allPermissions = (1n << 64n) - 1n
const readingPermissions = viewChannel | readMessageHistory

export const hasPermissions = (permissions: bigint, required: bigint): boolean => (permissions & required) === required

/** Whether permissions suffice to read what is and was said in a channel. */
export const canReadWith = (permissions: bigint): boolean => hasPermissions(permissions, readingPermissions)

/**
 * Calculates what a member may do in a channel. 0 if they cannot see it.
 * https://discord.com/developers/docs/topics/permissions#permission-overwrites
 */
export function calculatePermissions(server: DiscordServerRoles, channel: DiscordChannelRules, member: DiscordMemberRoles): bigint {
  const base = [server.id, ...member.roleIds].reduce((all, id) => all | (server.permissionsByRole.get(id) ?? 0n), 0n)
  if (member.userId === server.ownerId || hasPermissions(base, administrator)) return allPermissions
  const ofEveryone = channel.overwrites.get(server.id)
  const ofRoles = merge(member.roleIds.flatMap((id) => (id === server.id ? [] : (channel.overwrites.get(id) ?? []))))
  const permissions = [ofEveryone, ofRoles, channel.overwrites.get(member.userId)].reduce(applyOverwrite, base)
  return withoutImplied(channel, member, permissions)
}

/** Merges the overwrites of a member's roles. Their order has no meaning. */
function merge(overwrites: readonly DiscordOverwrite[]): DiscordOverwrite {
  return overwrites.reduce((all, { allow, deny }) => ({ allow: all.allow | allow, deny: all.deny | deny }), { allow: 0n, deny: 0n })
}

function applyOverwrite(permissions: bigint, overwrite: DiscordOverwrite | undefined): bigint {
  return overwrite ? (permissions & ~overwrite.deny) | overwrite.allow : permissions
}

/**
 * Removes what goes with a missing permission, and what a member in timeout cannot do.
 * https://discord.com/developers/docs/topics/permissions#implicit-permissions
 */
function withoutImplied({ isVoice }: DiscordChannelRules, { isTimedOut = false }: DiscordMemberRoles, permissions: bigint): bigint {
  if (!hasPermissions(permissions, viewChannel)) return 0n
  if (isVoice && !hasPermissions(permissions, connect)) return viewChannel
  return isTimedOut ? permissions & readingPermissions : permissions
}

/**
 * Whether every possible member of a server who can see one channel can also read another one. The members are unknown, so each user with
 * an overwrite may have any roles. Two roles are enough to find an exception: one that shows the first channel, and one that keeps the
 * second one from being read. Further roles could only prevent the exception.
 */
export function canAllViewersRead(server: DiscordServerRoles, from: DiscordChannelRules, to: DiscordChannelRules): boolean {
  const roleIds = listDistinctRoles(server, [from, to])
  const pairs = roleIds.flatMap((first, index) => roleIds.slice(index).map((second) => [first, second]))
  // A user without an overwrite has no id here.
  return ['', ...listUsersWithOverwrite(server, [from, to])].every((userId) =>
    [[], ...pairs].every((roles) => {
      const member = { userId, roleIds: roles }
      return (
        !hasPermissions(calculatePermissions(server, from, member), viewChannel) || canReadWith(calculatePermissions(server, to, member))
      )
    }),
  )
}

/** Returns one role of each group of roles that make no difference to reading these channels. */
function listDistinctRoles({ id: everyone, permissionsByRole }: DiscordServerRoles, channels: readonly DiscordChannelRules[]): string[] {
  const relevant = administrator | readingPermissions | connect
  const roleByEffect = new Map<string, string>()
  for (const [id, permissions] of permissionsByRole) {
    const overwrites = channels.map((channel) => channel.overwrites.get(id) ?? { allow: 0n, deny: 0n })
    const effect = [permissions, ...overwrites.flatMap(({ allow, deny }) => [allow, deny])].map((bits) => bits & relevant).join()
    if (id !== everyone) roleByEffect.set(effect, id)
  }
  return [...roleByEffect.values()]
}

function listUsersWithOverwrite({ permissionsByRole }: DiscordServerRoles, channels: readonly DiscordChannelRules[]): string[] {
  const ids = channels.flatMap(({ overwrites }) => [...overwrites.keys()])
  return ids.filter((id) => !permissionsByRole.has(id))
}
