import { mutationContract } from '../../../contract/mutations.ts'

mutationContract('slack')
