from .core import App

app = App()
