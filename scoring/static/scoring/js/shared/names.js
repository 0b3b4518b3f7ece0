// Which names are alike, and whether anything of a name is seen, as scoring.models.names says it.

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cc}\p{Cf}\p{Cs}\u2800]/gu;
const SHOWN = /[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Cn}]/u;

// What keyboards write where a name has an apostrophe: one types O’Neil, another O'Neil.
const oneApostrophe = (text) => text.replace(/[’‘ʼ´`]/gu, "'");

const spaced = (text) => text.split(/\p{White_Space}+/u).filter(Boolean).join(" ");
const seen = (name) => spaced(name).replace(UNSEEN, "");

export const isSeen = (name) => SHOWN.test(seen(name));

// Capitals of small letters are as near as JavaScript comes to case folding: all of them, and ß too.
const folded = (text) => text.toLowerCase().toUpperCase().toLowerCase();

// What two names have in common that are too alike to be two.
export const nameKey = (name) => {
  // Before NFKC, which takes an acute accent apart, and after it, which takes ŉ apart.
  const typed = oneApostrophe(seen(name).normalize("NFC"));
  const parts = oneApostrophe(folded(typed.normalize("NFKC"))).normalize("NFD");
  return spaced(parts.replaceAll("ı", "i").replaceAll("i\u0307", "i")).normalize("NFKC");
};
