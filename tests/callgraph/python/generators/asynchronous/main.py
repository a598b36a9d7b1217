import asyncio


class Item:
    def use(self):
        pass


async def source():
    yield Item()


async def fetch():
    return Item()


async def work():
    async for item in source():
        item.use()
    (await fetch()).use()


asyncio.run(work())
