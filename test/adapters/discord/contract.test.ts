import { platformAdapterContract } from '../../contract/platform-adapter.ts'
import { discordHarness } from './harness.ts'

platformAdapterContract('Discord', {
  start: discordHarness,
  exceptions: {
    'a message is acknowledged only when the inbox has taken it':
      'the gateway has no acknowledgement of an event; what was not stored is tried again and caught up with, see gateway.test.ts',
  },
})
