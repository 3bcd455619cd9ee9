import { platformAdapterContract } from '../../contract/platform-adapter.ts'
import { contractExceptions, slackHarness } from './harness.ts'

platformAdapterContract('Slack by Socket Mode', { start: () => slackHarness({ byHttp: false }), exceptions: contractExceptions })
