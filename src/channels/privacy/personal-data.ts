import type { PersonalData } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { eraseAuthor, forgetInChannels } from './forget.ts'

const ofAllMembers = 'it is of everyone who wrote in the channel: a manager exports it there'

export const channelsPersonalData: PersonalData<Tx> = {
  feature: 'channels',
  tables: {
    channels: { withheld: { timezone: ofAllMembers, language: ofAllMembers, history_next: 'a position of the platform' } },
    channel_windows: {},
    channel_authors: { withheld: { platform_user_id: 'that of the account' } },
    channel_messages: {},
    related_channels: {},
    channel_summaries: {
      withheld: {
        source: ofAllMembers,
        topics: ofAllMembers,
        text: ofAllMembers,
        model: ofAllMembers,
        terms: 'made of the text of the summary',
      },
    },
  },
  forget: forgetInChannels,
  erase: eraseAuthor,
}
