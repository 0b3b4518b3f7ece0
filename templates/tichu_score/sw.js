{% load static %}// What the service worker is made of: each module listens for what is its own.
import { holds } from "{% static 'scoring/js/offline/worker.js' %}";
import { begin } from "{% static 'tichu_score/js/worker.js' %}";

begin({{ shell|safe }}, holds);
