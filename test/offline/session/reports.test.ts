import { checkSessions } from '../../support/session-cases.ts'

const vet = ['Call the vet']
const agency = ['Ask the agency whether the fourth floor has a cellar']

checkSessions('en', {
  'closes what was answered': [
    [['The agency answered: yes, there is a cellar.'], agency, ['done 1']],
    [['The agency got back to us this morning.'], agency, ['done 1']],
    [['Vet says Miso is healthy and greedy.'], vet, ['done 1']],
    [['The vet called back.'], vet, ['done 1']],
    [['Talked to the vet.'], vet, ['done 1']],
    [['Vet: Thursday at 9.'], vet, ['done 1']],
    [['Jonas is not attached to the cupboard.'], ['Ask Jonas whether he is attached to it'], ['done 1']],
    [['The certificate came.'], ['Get that certificate'], ['done 1']],
  ],
  'closes nothing': [
    [['The agency has not answered yet.'], agency, []],
    [['Did the vet call back?'], vet, []],
    [['The vet calls back tomorrow.'], vet, []],
    [['If the vet says no, we stay.'], vet, []],
    [['He wrote: "The vet says Miso is healthy"'], vet, []],
    [['The dentist answered.'], vet, []],
    [['I hope the agency answered.'], agency, []],
    [['The certificate has not come.'], ['Get that certificate'], []],
  ],
})

checkSessions('de', {
  'closes what was answered': [
    [['Die Agentur hat geantwortet: Es gibt einen Keller.'], ['Die Agentur nach dem Keller fragen'], ['done 1']],
    [['Die Tierärztin sagt, Miso ist gesund.'], ['Die Tierärztin anrufen'], ['done 1']],
    [['Das Zertifikat ist angekommen.'], ['Das Zertifikat bestellen'], ['done 1']],
  ],
  'closes nothing': [
    [['Die Agentur hat noch nicht geantwortet.'], ['Die Agentur nach dem Keller fragen'], []],
    [['Hat die Tierärztin geantwortet?'], ['Die Tierärztin anrufen'], []],
    [['Das Zertifikat ist nicht angekommen.'], ['Das Zertifikat bestellen'], []],
  ],
})

checkSessions('fr', {
  'closes what was answered': [
    [["L'agence a répondu : il y a une cave."], ["Demander à l'agence s'il y a une cave"], ['done 1']],
    [['J’ai dit à Maman que nous avions signé.'], ['Rappeler Maman'], ['done 1']],
    [['Le certificat est arrivé.'], ['Récupérer le certificat'], []],
  ],
  'closes nothing': [
    [["L'agence n'a pas répondu."], ["Demander à l'agence s'il y a une cave"], []],
    [['Le vétérinaire rappellera demain.'], ['Appeler le vétérinaire'], []],
  ],
  'opens the infinitive': [[['Il faut que je rappelle Maman dimanche.'], [], ['user: Rappeler Maman (dimanche)']]],
})

checkSessions('es', {
  'closes what was answered': [
    [['La agencia respondió: hay un trastero.'], ['Preguntar a la agencia si hay trastero'], ['done 1']],
    [['Hablé con el veterinario.'], ['Llamar al veterinario'], ['done 1']],
    [['Ya llegó el certificado.'], ['Pedir el certificado'], ['done 1']],
  ],
  'closes nothing': [
    [['La agencia no respondió.'], ['Preguntar a la agencia si hay trastero'], []],
    [['¿Respondió la agencia?'], ['Preguntar a la agencia si hay trastero'], []],
  ],
})
