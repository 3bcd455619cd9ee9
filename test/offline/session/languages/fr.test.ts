import { checkSessions } from '../../../support/session-cases.ts'
import { bot } from '../../../support/session-notes.ts'

checkSessions('fr', {
  opens: [
    [['Je dois encore appeler le plombier'], [], ['user: Appeler le plombier']],
    [["J'enverrai le fichier à Maria avant vendredi"], [], ["user: J'enverrai le fichier à Maria (avant vendredi)"]],
    [['Il faut payer la facture avant le 5'], [], ['user: Payer la facture (avant le 5)']],
    [['Tu peux vérifier les horaires demain ?'], [], ['bot: Vérifier les horaires (demain)']],
    [['Ben apportera les clés dimanche'], [], ['Ben: Ben apportera les clés (dimanche)']],
    [['Ma sœur va réserver le restaurant'], [], ['ma sœur: Ma sœur va réserver le restaurant']],
    [['Par quoi je commence ?', bot('Par les impôts. Je te rappelle les impôts lundi.')], [], ['bot: Je te rappelle les impôts (lundi)']],
    [["Rappelle-moi d'arroser les plantes ce soir"], [], ['user: Arroser les plantes (ce soir)']],
    [['je vais renouveler mon passeport'], [], ['user: Renouveler mon passeport']],
    [['On doit acheter des rouleaux pour la peinture'], [], ['user: Acheter des rouleaux pour la peinture']],
  ],
  'opens nothing': [
    [["S'il pleut, je dois appeler un taxi"], [], []],
    [['Est-ce que je dois envoyer le fichier à Maria ?'], [], []],
    [['Je dois dire que la soupe était bonne'], [], []],
    [["Je n'ai pas besoin d'appeler le plombier"], [], []],
    [['Tu peux écrire une lettre au propriétaire ?', bot('Madame, Monsieur, …')], [], []],
    [["Hier j'ai envoyé le fichier à Maria"], [], []],
    [['Je dois payer la facture.', bot('Bien.'), 'Facture payée !'], [], []],
    [['Maria dit que je dois signer le contrat'], [], []],
    [['Je vais y réfléchir'], [], []],
  ],
  closes: [
    [['Facture payée !'], ['Payer la facture', 'Appeler Anne'], ['done 1']],
    [['envoyé !'], ['Envoyer le fichier à Maria', 'Appeler Anne'], ['done 1']],
    [["J'ai enfin appelé le plombier"], ['Appeler le plombier', 'Appeler Anne'], ['done 1']],
    [['Laisse tomber la caution'], ['Payer la caution'], ['dropped 1']],
    [["Le cadeau pour Tom n'est plus nécessaire"], ['Acheter le cadeau pour Tom'], ['dropped 1']],
    [['Ben a apporté les clés'], [['other', 'Ben apportera les clés']], ['done 1']],
    [
      ['Et les photos ?', bot("Tu voulais récupérer les photos d'identité."), "c'est fait"],
      ["Récupérer les photos d'identité", 'Appeler Anne'],
      ['done 1'],
    ],
  ],
  'closes nothing': [
    [['pas encore envoyé'], ['Envoyer le fichier à Maria'], []],
    [["Est-ce que j'ai payé la facture ?"], ['Payer la facture'], []],
    [["J'ai appelé le dentiste"], ['Appeler le plombier'], []],
    [['Maria a envoyé le fichier'], ['Envoyer le fichier à Maria'], []],
    [['Peux-tu me relire ce message pour l’agence ?', bot('C’est clair et poli.'), 'Envoyé, merci !'], ['Envoyer le fichier à Maria'], []],
  ],
})
