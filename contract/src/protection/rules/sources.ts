/** Where several clauses were read. */
export const WIGGIN = 'wiggin.co.uk/?p=27901';
export const AGCO_STANDARDS = 'agco.ca (Registrar’s Standards for Internet Gaming)';
export const AGCO_LIMITS = 'agco.ca/limit-setting-features';
export const PORTARIA_1231 =
  'bnldata.com.br (Portaria SPA/MF 1.231/2024); legisweb.com.br 486086; poder360.com.br';
export const NEW_JERSEY_SYSTEMS = 'regulations.justia.com, casetext.com (N.J. Admin. Code 13:69O-1.4, 2024)';
