"""How dates are written, language by language, where Django's own formats are not ours."""
