{% load static %}// The service worker: each module listens for its own events.
import { isUnsentGame } from "{% static 'scoring/js/offline/worker.js' %}";
import { begin } from "{% static 'tichu_score/js/worker.js' %}";

begin({{ manifest|safe }}, isUnsentGame);
