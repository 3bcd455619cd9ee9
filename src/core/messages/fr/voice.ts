export const voice = {
  'voice.help': 'Me parler au téléphone ou dans le navigateur',
  'voice.setting': 'link : relier ton numéro ; pin : définir le code PIN que tu dis pendant les appels',
  'voice.code': 'Six chiffres, ou off',
  'calling.help': 'Dire si un numéro de téléphone est le tien',
  'voice.none': 'Les appels ne sont pas configurés ici. La personne qui gère ce bot peut le faire : voir docs/voice.md.',
  'voice.directOnly': 'Les appels se préparent uniquement en privé. Envoie-moi /voice en message direct.',
  'voice.browser':
    '[M’appeler dans le navigateur]({link})\n\nLe lien ne marche qu’une fois, pendant {minutes} minutes. Ne le partage pas : quiconque l’ouvre appelle en ton nom.',
  'voice.phone':
    'Par téléphone, appelle le **{number}**. `/voice link` relie ton numéro, et `/voice pin` définit le code PIN qui me montre que c’est toi.',
  'voice.numberCode':
    'Ton code est **{code}**. Appelle le **{number}** depuis le téléphone que tu veux relier, et dis le code chiffre par chiffre. Après l’appel, je te demanderai ici si le numéro est le tien.\n\nLe code ne marche qu’une fois, pendant 10 minutes.',
  'voice.noPhone': 'Il n’y a pas de numéro à appeler ici. Envoie /voice pour appeler dans le navigateur.',
  'voice.pinInvalid':
    'Un code PIN a {length} chiffres et n’est pas aussi simple que 111111 ou 123456. Envoie-le ainsi : `/voice pin 274905`.',
  'voice.pinHow':
    'Définis un code PIN de {length} chiffres : `/voice pin 274905`. Dis-le quand tu appelles depuis un numéro relié, et je saurai que c’est toi. `/voice pin off` le supprime.',
  'voice.pinSet':
    'Ton code PIN est défini. Dis-le chiffre par chiffre pendant les appels depuis un numéro relié. Supprime maintenant ton message avec le code, car je ne peux pas le supprimer partout.',
  'voice.pinRemoved':
    'Ton code PIN est supprimé. Les appels depuis tes numéros ne sont plus enregistrés, car rien d’autre ne prouve qui appelle.',
  'voice.pinExposed': 'D’autres ont pu voir ce code PIN, donc il n’a pas été défini. Envoie-m’en un autre en message direct.',
  'voice.numberQuestion':
    '**Le {number} est-il ton numéro ?** Ton code a été dit pendant un appel depuis ce numéro. Si tu confirmes, je saluerai par ton nom les appels de ce numéro. Pour tout ce qui est privé, il faudra aussi ton code PIN.',
  'voice.confirm': 'Oui, c’est le mien',
  'voice.decline': 'Non',
  'voice.numberLinked':
    '**Le {number} est relié.** {pin, select, yes {Dis ton code PIN quand tu appelles de ce numéro, pour que je sache que c’est toi.} other {Définis maintenant un code PIN à dire quand tu appelles de ce numéro, pour que je sache que c’est toi : envoie /voice pin et six chiffres.}}',
  'voice.numberDeclined': 'Le {number} n’a pas été relié.',
  'voice.numberTaken': 'Le {number} est déjà relié à quelqu’un d’autre, qui peut le détacher avec /unlink.',
  'voice.unproven':
    'Quelqu’un a appelé depuis un numéro relié à toi, mais je n’ai pas entendu ton code PIN. Un numéro peut être falsifié, donc je n’ai rien enregistré de l’appel. La prochaine fois, dis ton code chiffre par chiffre. `/voice pin` le définit.',
  'voice.unlinkQuestion':
    'Détacher **{account}** ? Ses appels seront traités comme ceux d’une personne inconnue. Les appels déjà enregistrés restent dans cette conversation.',
  'voice.unlinkYes': 'Détacher',
  'voice.unlinked': '**{account} n’est plus relié.** Les appels déjà enregistrés restent dans cette conversation.',
  'voice.pageTitle': 'Appel',
  'voice.pageText': 'Le lien ne marche qu’une fois. L’appel poursuit notre conversation.',
  'voice.pageCall': 'Commencer l’appel',
  'voice.pageSpent': 'Ce lien a déjà été utilisé ou a expiré. Envoie /voice pour en obtenir un nouveau.',
  'page.call': 'Appel téléphonique',
  'page.call.length': '{minutes, plural, =0 {{seconds, plural, one {# seconde} other {# secondes}}} one {# minute} other {# minutes}}',
  'page.accounts.unlink-number':
    'Les appels depuis ce numéro seront traités comme ceux d’une personne inconnue. Les appels déjà enregistrés restent dans cette conversation.',
}
