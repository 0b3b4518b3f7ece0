"""Tests in WebKit, the engine of Safari and of every browser on an iPhone."""
